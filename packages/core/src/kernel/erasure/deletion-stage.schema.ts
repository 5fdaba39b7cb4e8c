/** In this order: who could come in or write first, then whom it tells most of. A worker that was cut off is followed by one that begins with the stage that was not finished. */
export const DELETION_STAGES = [
  "credentials",
  "mailboxes",
  "white_label",
  "settled",
  "leads",
  "conversations",
  "campaigns",
  "imports",
  "block_list",
  "tasks",
  "reminders",
  "templates",
  "labels",
  "linkedin",
  "settings",
  "activities",
  "files",
  "told",
  "users",
  "ids",
  "done",
] as const;
export type DeletionStage = (typeof DELETION_STAGES)[number];

/** Those in which something is deleted. */
export type ErasingStage = Exclude<DeletionStage, "settled" | "told" | "done">;
const NOTHING_ERASED: ReadonlySet<DeletionStage> = new Set(["settled", "told", "done"]);
export const ERASING_STAGES = DELETION_STAGES.filter(
  (stage): stage is ErasingStage => !NOTHING_ERASED.has(stage),
);
