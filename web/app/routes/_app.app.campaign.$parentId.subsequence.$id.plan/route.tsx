export { loader } from "../../features/send-plan/send-plan-tab.server.ts";
export { SendPlanTab as default } from "../../features/send-plan/send-plan-tab.tsx";
