import { useRouteLoaderData } from "@remix-run/react";

/** What the layout of the signed-in screens (`routes/_app`) tells those below it of their user. */
export type AppData = {
  userId: number;
  hints: { areWanted: boolean; putAway: string[] };
};

/** Undefined or null outside of that layout, and for a visitor without a session. */
export function useAppData() {
  return useRouteLoaderData<() => AppData | null>("routes/_app");
}
