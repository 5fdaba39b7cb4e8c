import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useAppData } from "../state/app-data.ts";
import { useLatest } from "../state/use-latest.ts";
import { readArea, writeArea } from "./stored-state.ts";

type StoredField =
  | { area: "campaigns"; field: "list" }
  | { area: "uifilters"; field: "inbox" | "emailAccounts" | "leads" };

/** The lists whose question a browser remembers, by path. */
const STORED_FIELDS: ReadonlyMap<string, StoredField> = new Map([
  ["/app/email-campaign/all", { area: "campaigns", field: "list" }],
  ["/app/master-inbox", { area: "uifilters", field: "inbox" }],
  ["/app/email-accounts", { area: "uifilters", field: "emailAccounts" }],
  ["/app/leads/all", { area: "uifilters", field: "leads" }],
]);

/** Words looked for and pages walked are of no use another day; the columns are remembered for the server's first picture. */
const PASSING = ["q", "cursor", "offset", "columns"];

/**
 * Takes a list that is opened by its bare address to the question that its user left it with. An address that asks
 * something itself wins, and is not remembered: it may be someone else's link.
 *
 * @returns remembers the question that the user changed the address to
 */
export function useRememberedSearch(): (asked: URLSearchParams) => void {
  const userId = useAppData()?.userId;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const field = STORED_FIELDS.get(pathname.replace(/\/$/, ""));
  const restore = useLatest(() => {
    const kept = field && userId !== undefined && search === "" ? read(field, userId) : "";
    if (kept) navigate({ search: kept }, { replace: true });
  });
  // Once for each screen, not for each change of its address: who goes back or clears the filters means it.
  // oxlint-disable-next-line react/exhaustive-deps -- a page may stay mounted while its path changes
  useEffect(() => restore.current?.(), [restore, pathname]);
  return (asked) => {
    if (field && userId !== undefined) remember(field, userId, asked);
  };
}

const ownerOf = (userId: number) => ({ host: window.location.host, userId });

function read({ area, field }: StoredField, userId: number): string {
  const kept: Readonly<Record<string, string>> = readArea(
    window.localStorage,
    ownerOf(userId),
    area,
  );
  return kept[field] ?? "";
}

function remember({ area, field }: StoredField, userId: number, asked: URLSearchParams): void {
  const kept = new URLSearchParams(asked);
  for (const name of PASSING) kept.delete(name);
  writeArea(window.localStorage, ownerOf(userId), area, { [field]: kept.toString() });
}
