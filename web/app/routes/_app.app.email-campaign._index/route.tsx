import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

/** What the address asks for besides, such as a notice, goes along. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(`/app/email-campaign/all${new URL(request.url).search}`);
}
