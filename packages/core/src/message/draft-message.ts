import { writeIfExpected } from "@thaw/data/condition";
import { MessageEntity } from "./message.entity.ts";
import type { MessageStatus } from "./message.schema.ts";

export type Draft = {
  accountId: number;
  sendId: string;
  campaignId: number;
  leadId: number;
  step: number;
  variant: string;
  sequenceVersion: number;
  mailboxId: number;
  scheduledAt: string;
  dueAt: string;
};

/**
 * Creates the one message row of a step's mail to a lead, or gives one that is DRAFTED or STOPPED its new time. The variant
 * that a lead was given first stays, as long as it is one of the same version of the sequence.
 *
 * @returns false when the message is beyond that: it must not be planned again
 */
export async function draftMessage({
  accountId,
  sendId,
  variant,
  ...draft
}: Draft): Promise<boolean> {
  const { sequenceVersion } = draft;
  const isDrafted = await writeIfExpected(
    MessageEntity.update({ accountId, sendId })
      .set({ ...draft, status: "DRAFTED" satisfies MessageStatus })
      .data((row, op) => op.ifNotExists(row.variant, variant))
      .where((row, op) => {
        const isSame = op.eq(row.sequenceVersion, sequenceVersion);
        // STOPPED: its lead was, and goes on; only leads that wait for this very step are planned.
        const isOpen = [op.eq(row.status, "DRAFTED"), op.eq(row.status, "STOPPED")].join(" OR ");
        return `${op.notExists(row.status)} OR (${isSame} AND (${isOpen}))`;
      }),
  );
  if (isDrafted) return true;
  return writeIfExpected(
    MessageEntity.update({ accountId, sendId })
      .set({ ...draft, variant, status: "DRAFTED" satisfies MessageStatus })
      .where((row, op) => {
        const isOpen = [op.eq(row.status, "DRAFTED"), op.eq(row.status, "STOPPED")].join(" OR ");
        return `${op.ne(row.sequenceVersion, sequenceVersion)} AND (${isOpen})`;
      }),
  );
}
