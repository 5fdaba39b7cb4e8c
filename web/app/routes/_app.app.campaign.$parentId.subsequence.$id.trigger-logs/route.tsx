export { default, loader } from "../_app.app.email-campaign.$id.trigger-logs/route.tsx";
