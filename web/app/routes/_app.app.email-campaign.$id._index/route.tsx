import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/app/email-campaign/${params.id}/analytics`);
}
