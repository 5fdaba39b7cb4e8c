import { filteredPageOptions } from "@thaw/data/page-options";
import * as v from "valibot";
import { holdingCondition } from "../../kernel/access/scope.ts";
import { operation } from "../../operation.ts";
import { readingOf } from "./late-mailbox.ts";
import { MailboxEntity } from "./mailbox.entity.ts";
import { LateMailboxes } from "./mailbox.schema.ts";
import { readCursors } from "./mailbox-cursor.ts";

/** Of an account with more the first so many are looked at: six requests of the table. */
const MOST_LOOKED_AT = 500;
const MOST_NAMED = 20;

/**
 * Mailboxes whose new email the inbox may lack. A poll that does not run leaves no event, so the instants of all mailboxes
 * are compared: a query and a batch read for each hundred, when a user opens the inbox and every five minutes after.
 */
export const listLateMailboxes = operation({
  permission: "inbox:read",
  input: v.object({}),
  output: LateMailboxes,
  async run({ accountId, scope }) {
    const { data } = await MailboxEntity.query
      .byAccount({ accountId })
      .where((row, op) => holdingCondition(scope, row as never, op as never).join(" AND "))
      .go({
        ...filteredPageOptions(MOST_LOOKED_AT),
        attributes: ["mailboxId", "email", "createdAt", "pollMinute"],
      });
    const ids = data.map(({ mailboxId }) => mailboxId);
    const cursors = await readCursors(accountId, ids);
    const late = data
      .map(({ mailboxId: id, email, ...mailbox }) => {
        const { is_late, ...read } = readingOf(mailbox, cursors.get(id));
        return {
          isLate: is_late,
          since: read.read_at ?? mailbox.createdAt,
          item: { id, email, ...read },
        };
      })
      .filter(({ isLate }) => isLate)
      .sort((a, b) => (a.since < b.since ? -1 : 1));
    return { items: late.slice(0, MOST_NAMED).map(({ item }) => item), total: late.length };
  },
});
