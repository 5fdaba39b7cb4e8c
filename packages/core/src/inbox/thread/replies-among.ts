import type { ThreadMessageRecord } from "./thread-store.ts";

export type PersonsReply = Pick<ThreadMessageRecord, "accountId" | "threadId" | "at" | "text">;

/** Whether a mail of a conversation is what a person wrote to us. */
export const isPersonsReply = ({
  direction,
  kind,
}: Pick<ThreadMessageRecord, "direction" | "kind">): boolean =>
  direction === "in" && kind === "human";
