import { say } from "@thaw/text/say";
import type { MailboxRecord } from "../../senders/mailbox/mailbox-record.ts";

/** What keeps a campaign from sending by these mailboxes: at its start, and while it runs (D4.2). */
export function senderProblems(mailboxes: readonly Pick<MailboxRecord, "connectionState">[]) {
  const isAnyConnected = mailboxes.some(({ connectionState }) => connectionState === "CONNECTED");
  return isAnyConnected ? [] : [say("campaign.noSender")];
}
