import { PerformanceTab } from "../../features/email-log/performance-tab.tsx";

export { loader } from "../../features/email-log/performance-tab.server.ts";

export default PerformanceTab;
