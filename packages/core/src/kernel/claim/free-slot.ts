import { anyOf } from "../../random.ts";

/**
 * One of the places 1 to `most` that none of these has; undefined when there is none. Any of them: who looks at the same
 * moment seldom takes the same one.
 */
export function freeSlotAmong(
  rows: readonly { place?: number | undefined }[],
  most: number,
): number | undefined {
  const taken = new Set(rows.map(({ place: slot }) => slot));
  const free = Array.from({ length: most }, (_, index) => index + 1).filter(
    (slot) => !taken.has(slot),
  );
  return anyOf(free);
}
