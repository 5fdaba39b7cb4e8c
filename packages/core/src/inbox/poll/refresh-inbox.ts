import { concurrently } from "@thaw/data/concurrently";
import * as v from "valibot";
import { operation } from "../../operation.ts";
import { enqueue } from "../../queue.ts";
import { askForPoll } from "../../senders/mailbox/mailbox-cursor.ts";
import { listMailboxIds } from "../../senders/mailbox/mailbox-record.ts";

/** One look takes so many mailboxes; the others are read at their time anyway. */
const MOST = 100;
const WIDTH = 16;

/** Reads the visible mailboxes now instead of at their time. */
export const refreshInbox = operation({
  permission: "inbox:read",
  input: v.object({}),
  output: v.object({ mailboxes: v.number() }),
  async run({ accountId, scope }) {
    const ids = await listMailboxIds({ accountId, scope }, MOST);
    const keys = ids.map((mailboxId) => ({ accountId, mailboxId }));
    const may = await concurrently(keys, WIDTH, askForPoll);
    await enqueue(
      "poll",
      keys.filter((_, index) => may[index]).map((job) => ({ job })),
    );
    return { mailboxes: ids.length };
  },
});
