export {
  action,
  clientAction,
  default,
  loader,
} from "../_app.app.email-campaign.$id.lead-list/route.tsx";
