export { action, loader } from "../../features/campaign-lead/lead-list-tab.server.ts";
export { LeadListTab as default } from "../../features/campaign-lead/lead-list-tab.tsx";
export { clientAction } from "../../offline-action.ts";
