import { TriggerRunTab } from "../../features/trigger-run/trigger-run-tab.tsx";

export { loader } from "../../features/trigger-run/trigger-run-tab.server.ts";

export default TriggerRunTab;
