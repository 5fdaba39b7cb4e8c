import { IdBlockEntity } from "./id-block.entity.ts";

/** An account's id, or "global" for ids that no two accounts share. */
type Scope = number | "global";

/** The ids of one kind of record. Gaps are fine, doubles are not. */
export type IdSequence = {
  next: (scope: Scope) => Promise<number>;
  /** Reserves `count` ids that nobody else gets and gives the first of them. */
  reserve: (scope: Scope, count: number) => Promise<number>;
  /** The last id that was given out; 0 before the first. */
  last: (scope: Scope) => Promise<number>;
};

/**
 * The sequence of a noun's ids, declared beside its entity, or in its record where other nouns make such records, too.
 *
 * @param kind what it is stored by; a test refuses two sequences of one kind
 * @param first the first id, where those below are built in
 */
export function idSequence(kind: string, { first = 1 } = {}): IdSequence {
  const keyOf = (scope: Scope) => ({ scope: String(scope), kind });
  const reserve = async (scope: Scope, count: number) => {
    const { data } = await IdBlockEntity.update(keyOf(scope))
      .add({ last: count })
      .go({ response: "all_new" });
    if (data.last === undefined) throw new Error("The id counter gave no number back");
    return data.last - count + first;
  };
  return {
    next: (scope) => reserve(scope, 1),
    reserve,
    async last(scope) {
      const { data } = await IdBlockEntity.get(keyOf(scope)).go({ consistent: true });
      return data?.last === undefined ? 0 : data.last + first - 1;
    },
  };
}
