import { concurrently } from "@thaw/data/concurrently";
import * as v from "valibot";
import { operation } from "../../operation.ts";
import { askForPoll } from "../../senders/mailbox/mailbox-cursor.ts";
import { listMailboxIds } from "../../senders/mailbox/mailbox-record.ts";
import { enqueuePolls } from "./enqueue-polls.ts";

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
    await enqueuePolls(keys.filter((_, index) => may[index]));
    return { mailboxes: ids.length };
  },
});
