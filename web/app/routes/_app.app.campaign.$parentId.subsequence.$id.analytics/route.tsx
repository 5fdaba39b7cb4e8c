export { loader } from "../../features/analytics/analytics-tab.server.ts";
export { AnalyticsTab as default } from "../../features/analytics/analytics-tab.tsx";
