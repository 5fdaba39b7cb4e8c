import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { patchMessage } from "../../campaigns/message/message-record.ts";
import { findMessages } from "../../campaigns/message/message-state.ts";
import { sendIdOf } from "../../campaigns/message/send-id.ts";

/** No sequence has more steps. */
const MOST_STEPS = 50;

/**
 * Takes from a lead's mails what tells of the person: the subject, and what a server said of the address. That mails were sent
 * stays, or figures would not add up. Safe to run twice.
 *
 * @param tally what counts, in the same transaction, what goes
 */
export async function eraseMails(
  { accountId, leadId }: { accountId: number; leadId: number },
  campaignIds: readonly number[],
  tally: (count: number) => PendingWrite,
): Promise<void> {
  for (const campaignId of campaignIds) {
    const keys = Array.from({ length: MOST_STEPS }, (_, index) => ({
      accountId,
      sendId: sendIdOf({ accountId, campaignId, leadId, step: index + 1 }),
    }));
    for (const { sendId } of (await findMessages(keys)).values()) {
      await commitIfExpected([
        patchMessage({ accountId, sendId })
          .remove(["subject", "failure"])
          .where((row, op) => `${op.exists(row.subject)} OR ${op.exists(row.failure)}`),
        tally(1),
      ]);
    }
  }
}
