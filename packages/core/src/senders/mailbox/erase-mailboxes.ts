import { batchDelete } from "@thaw/data/batch-write";
import { eraseFound } from "@thaw/data/erase-found";
import { dropClaim } from "../../kernel/claim/claim.ts";
import { erasedWithAccount } from "../../kernel/erasure/declare.ts";
import { eraseMailboxCounters } from "../../reporting/counter/erase-counters.ts";
import { deleteSlot } from "../send-slot/send-slot.ts";
import { releaseTrackingHost } from "../tracking-domain/tracking-host.ts";
import { MailboxEntity, mailboxIds } from "./mailbox.entity.ts";
import { deleteCursor } from "./mailbox-cursor.ts";
import { claimOf } from "./mailbox-record.ts";

const IDS_AT_ONCE = 50;

/** Deletes an account's mailboxes with their secrets, and the hosts of their links: nothing is read or sent any more. */
export const mailboxErasure = erasedWithAccount(["mailboxes", "settings"], {
  entities: ["mailbox", "mailboxCursor", "sendSlot"],
  async *erase(accountId) {
    const hosts = new Set<string>();
    yield* eraseFound(
      (page) => MailboxEntity.query.byAccount({ accountId }).go(page),
      (row) => MailboxEntity.delete(row),
      (rows) => {
        for (const { trackingHost } of rows) if (trackingHost) hosts.add(trackingHost);
        return rows.map(({ email }) => dropClaim(claimOf(accountId, email)));
      },
    );
    // A worker that dies before this is followed by who looks at the host.
    for (const host of hosts) await releaseTrackingHost(accountId, host);
    // The slots of mailboxes that were removed before are still there.
    const last = await mailboxIds.last(accountId);
    for (let first = 1; first <= last; first += IDS_AT_ONCE) {
      const ids = Array.from({ length: IDS_AT_ONCE }, (_, index) => first + index);
      const keys = ids.filter((id) => id <= last).map((mailboxId) => ({ accountId, mailboxId }));
      await batchDelete(keys.flatMap((key) => [deleteSlot(key), deleteCursor(key)]));
      for (const { mailboxId } of keys) yield* eraseMailboxCounters(accountId, mailboxId);
      yield 0;
    }
  },
});
