import { eraseFound } from "@thaw/data/erase-found";
import { ActivityEntity } from "./activity-log.entity.ts";

/** Forgets all that is written down of what people did. */
export const eraseActivities = (accountId: number) =>
  eraseFound(
    (page) => ActivityEntity.query.byAccount({ accountId }).go(page),
    (row) => ActivityEntity.delete(row),
  );
