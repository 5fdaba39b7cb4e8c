import { SendPlanTab } from "../../features/send-plan/send-plan-tab.tsx";

export { loader } from "../../features/send-plan/send-plan-tab.server.ts";

export default SendPlanTab;
