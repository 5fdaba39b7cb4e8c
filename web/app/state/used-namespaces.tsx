import { createContext, useContext } from "react";
import type { Namespace } from "../messages/namespaces.ts";

/** What a page needed while the server drew it. */
type Needs = {
  namespaces: Set<Namespace>;
  /** The names of the parts (components/drawn-part.tsx). */
  parts: Set<string>;
  /** Parts whose code the server is still reading. */
  underway: Set<Promise<unknown>>;
};

export const UsedNamespaces = createContext<Needs | undefined>(undefined);

export function noNeeds(): Needs {
  return { namespaces: new Set(), parts: new Set(), underway: new Set() };
}

/**
 * Names a part for the browser.
 *
 * @returns what gives the promise that a part throws while its code is on its way
 */
export function useNeed(part: string): (arrival: Promise<void>) => Promise<void> {
  const needs = useContext(UsedNamespaces);
  needs?.parts.add(part);
  return (arrival) => {
    const awaited = arrival.finally(() => needs?.underway.delete(awaited));
    needs?.underway.add(awaited);
    return awaited;
  };
}

const MARK = "drawn-with";

/**
 * Tells the browser which texts and parts to fetch before it hydrates: what suspends while React hydrates lets what stands
 * beside it be compared with the wrong elements (error 418), and a click in the meantime ends in the error page. Stands
 * after everything that needs something.
 */
export function UsedNamespacesMark() {
  const needs = useContext(UsedNamespaces);
  // A part that comes late has needs of its own. Fizz goes on with it before it comes back here.
  // oxlint-disable-next-line typescript/only-throw-error
  if (needs && needs.underway.size > 0) throw Promise.all(needs.underway);
  return (
    <template
      id={MARK}
      data-areas={[...(needs?.namespaces ?? [])].join(" ")}
      data-parts={[...(needs?.parts ?? [])].join(" ")}
      suppressHydrationWarning
    />
  );
}

const copy = (list: string | undefined) => list?.split(" ").filter(Boolean) ?? [];

/** What the server drew this page with, as the browser reads it. */
export function readUsedNamespaces(): { namespaces: string[]; parts: string[] } {
  const { areas: namespaces, parts } = document.getElementById(MARK)?.dataset ?? {};
  return { namespaces: copy(namespaces), parts: copy(parts) };
}

const fetches = new Map<string, () => Promise<void>>();

/** Makes a part known by its name, for `fetchParts`. */
export function knowPart(name: string, fetch: () => Promise<void>): void {
  fetches.set(name, fetch);
}

/** @returns when the code of these parts is there */
export async function fetchParts(names: readonly string[]): Promise<void> {
  await Promise.all(names.map(async (name) => fetches.get(name)?.()));
}
