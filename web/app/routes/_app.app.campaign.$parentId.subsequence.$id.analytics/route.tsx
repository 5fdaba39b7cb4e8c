export { default, loader } from "../_app.app.email-campaign.$id.analytics/route.tsx";
