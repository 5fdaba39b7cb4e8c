import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/app/email-account/${params.id}/overview`);
}
