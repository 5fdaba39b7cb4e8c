import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "../root.tsx";

/** What the root knows on every page; undefined when the root itself failed. */
export function useRootData() {
  return useRouteLoaderData<typeof loader>("root");
}
