export { default, loader } from "../_app.app.email-campaign.$id.performance/route.tsx";
