export { loader } from "../../features/email-log/performance-tab.server.ts";
export { PerformanceTab as default } from "../../features/email-log/performance-tab.tsx";
