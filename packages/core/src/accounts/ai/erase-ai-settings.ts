import { eraseFound } from "@thaw/data/erase-found";
import { AiSettingsEntity } from "./ai-settings.entity.ts";

/** Forgets the account's model and its key. */
export const eraseAiSettings = (accountId: number) =>
  eraseFound(
    (page) => AiSettingsEntity.query.byAccount({ accountId }).go(page),
    (row) => AiSettingsEntity.delete(row),
  );
