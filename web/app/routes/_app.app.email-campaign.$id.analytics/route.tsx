import { AnalyticsTab } from "../../features/analytics/analytics-tab.tsx";

export { loader } from "../../features/analytics/analytics-tab.server.ts";

export default AnalyticsTab;
