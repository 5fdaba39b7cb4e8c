import { IdBlockEntity } from "./id-block.entity.ts";

const FIRST = {
  account: 1,
  user: 1,
  mailbox: 1,
  lead: 1,
  campaign: 1,
  import: 1,
  export: 1,
  thread: 1,
  // Categories up to 9 are built in.
  category: 10,
  template: 1,
  "campaign-folder": 1,
  tag: 1,
  task: 1,
  note: 1,
  reminder: 1,
  erasure: 1,
  "api-key": 1,
  linkedin: 1,
} as const;
export type IdKind = keyof typeof FIRST;

/** Reserves `count` ids that nobody else gets and gives the first of them. Gaps are fine, doubles are not. */
export async function reserveIds(
  scope: number | "global",
  kind: IdKind,
  count: number,
): Promise<number> {
  const { data } = await IdBlockEntity.update({ scope: String(scope), kind })
    .add({ last: count })
    .go({ response: "all_new" });
  if (data.last === undefined) throw new Error("The id counter gave no number back");
  return data.last - count + FIRST[kind];
}

/** The last id that was given out; 0 before the first. */
export async function lastId(scope: number, kind: IdKind): Promise<number> {
  const { data } = await IdBlockEntity.get({ scope: String(scope), kind }).go({ consistent: true });
  return data?.last === undefined ? 0 : data.last + FIRST[kind] - 1;
}

export function nextId(scope: number | "global", kind: IdKind): Promise<number> {
  return reserveIds(scope, kind, 1);
}
