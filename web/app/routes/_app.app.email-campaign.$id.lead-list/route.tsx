import { LeadListTab } from "../../features/campaign-lead/lead-list-tab.tsx";

export { action, loader } from "../../features/campaign-lead/lead-list-tab.server.ts";
export { clientAction } from "../../offline-action.ts";

export default LeadListTab;
