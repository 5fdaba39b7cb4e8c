import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { idInPath } from "../../path-id.server.ts";

/** The conversations of a subsequence are read where all are read. */
export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/app/master-inbox?campaign=${idInPath(params.id, "campaign")}`);
}
