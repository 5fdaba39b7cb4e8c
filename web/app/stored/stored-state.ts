import * as v from "valibot";
import { AREAS, type AreaName, type AreaValue } from "./areas.ts";

/** Whose state it is: another user of the same browser has one of their own, and so has another host. */
export type Owner = { host: string; userId: number };
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = ({ host, userId }: Owner, name: AreaName) => `thaw:${host}:${userId}:${name}`;

/** What is remembered, or else the area's empty value: for nothing, another version, and what does not fit the shape. */
export function readArea<Name extends AreaName>(
  store: Store,
  owner: Owner,
  name: Name,
): AreaValue<Name> {
  const { shape, version, empty } = AREAS[name];
  const Kept = v.strictObject({ version: v.literal(version), value: shape as v.GenericSchema });
  const kept = v.safeParse(Kept, parse(quietly(() => store.getItem(keyOf(owner, name)))));
  return (kept.success ? kept.output.value : empty) as AreaValue<Name>;
}

/** Remembers some of an area's values; the others stay. What does not fit the area's shape is not remembered. */
export function writeArea<Name extends AreaName>(
  store: Store,
  owner: Owner,
  name: Name,
  changes: Partial<AreaValue<Name>>,
): void {
  const { shape, version } = AREAS[name];
  const value = { ...readArea(store, owner, name), ...changes };
  if (!v.is(shape as v.GenericSchema, value)) return;
  quietly(() => store.setItem(keyOf(owner, name), JSON.stringify({ version, value })));
}

/** Takes every area back to its empty value. */
export function resetAreas(store: Store, owner: Owner): void {
  for (const name of Object.keys(AREAS) as AreaName[]) {
    quietly(() => store.removeItem(keyOf(owner, name)));
  }
}

/** A browser may forbid storage, or have no room left: nothing is remembered then. */
function quietly<Result>(attempt: () => Result): Result | undefined {
  try {
    return attempt();
  } catch {
    return undefined;
  }
}

function parse(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}
