import { eraseFound } from "@thaw/data/erase-found";
import { GetStartedEntity } from "./get-started.entity.ts";

/** Forgets what the owner has done of the first things to do. */
export const eraseGetStarted = (accountId: number) =>
  eraseFound(
    (page) => GetStartedEntity.query.byAccount({ accountId }).go(page),
    (row) => GetStartedEntity.delete(row),
  );
