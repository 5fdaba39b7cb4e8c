export { loader } from "../../features/trigger-run/trigger-run-tab.server.ts";
export { TriggerRunTab as default } from "../../features/trigger-run/trigger-run-tab.tsx";
