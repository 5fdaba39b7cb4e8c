import type { Tagged } from "../../accounts/tag/put-tag.ts";
import { MOST_TAGS_EACH } from "../../accounts/tag/tag.schema.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import { requireMailbox } from "./mailbox-record.ts";

/** A mailbox as something that carries tags. */
export function taggedMailbox(accountId: number, mailboxId: number): Tagged {
  const key = { accountId, mailboxId };
  return {
    accountId,
    read: async () => [...((await requireMailbox(accountId, mailboxId)).tagIds ?? [])],
    add: (tagId) =>
      MailboxEntity.patch(key)
        .add({ tagIds: [tagId] })
        .where((row, op) => {
          const hasRoom = `${op.size(row.tagIds)} < ${op.escape(MOST_TAGS_EACH)}`;
          return `${op.notExists(row.tagIds)} OR ${hasRoom}`;
        }),
    take: (tagIds) => MailboxEntity.patch(key).delete({ tagIds }),
  };
}
