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
 * that a lead was given first stays.
 *
 * @returns false when the message is beyond that: it must not be planned again
 */
export async function draftMessage({
  accountId,
  sendId,
  variant,
  ...draft
}: Draft): Promise<boolean> {
  return writeIfExpected(
    MessageEntity.update({ accountId, sendId })
      .set({ ...draft, status: "DRAFTED" satisfies MessageStatus })
      .data((row, op) => op.ifNotExists(row.variant, variant))
      .where((row, op) =>
        // STOPPED: its lead was, and goes on; only leads that wait for this very step are planned.
        [op.notExists(row.status), op.eq(row.status, "DRAFTED"), op.eq(row.status, "STOPPED")].join(
          " OR ",
        ),
      ),
  );
}
