import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/app/campaign/${params.parentId}/subsequence/${params.id}/analytics`);
}
