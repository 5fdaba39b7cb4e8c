import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectSignedIn } from "../../session.server.ts";

export async function loader({ request }: LoaderFunctionArgs) {
  await redirectSignedIn(request);
  return redirect("/login");
}
