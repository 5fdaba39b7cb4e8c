import { memoize } from "./memoize.ts";
import { storageOf } from "./record-keys.ts";
import { fromItem } from "./records.ts";

/** A record as the table's stream brings it: with its keys, and the name of its entity to tell kinds apart. */
export type Image<Row, Entity extends string> = Row & {
  pk: string;
  sk: string;
  __edb_e__: Entity;
};

/** What reads images of an entity's records. They are as the table keeps them: nothing checks their values again. */
export function imagesOf<Row extends object, Entity extends string>(entity: {
  schema: object;
}): (item: Record<string, unknown>) => Image<Row, Entity> {
  const storage = memoize(() => storageOf(entity));
  return (item) => {
    const { pk, sk, __edb_e__ } = item as Image<Row, Entity>;
    return { ...fromItem<Row>(storage(), item), pk, sk, __edb_e__ };
  };
}
