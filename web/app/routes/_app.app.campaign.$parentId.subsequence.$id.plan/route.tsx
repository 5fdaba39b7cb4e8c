export { default, loader } from "../_app.app.email-campaign.$id.plan/route.tsx";
