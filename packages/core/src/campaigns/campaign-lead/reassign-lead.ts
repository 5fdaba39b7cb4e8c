import { writeIfExpected } from "@thaw/data/condition";
import type { PendingWrite } from "@thaw/data/transact";
import type { IsoInstant } from "../../instant.schema.ts";
import { CampaignLeadEntity } from "./campaign-lead.entity.ts";
import { type CampaignLeadRecord, changedBy, dueAtOf, keyOf } from "./campaign-lead.ts";
import { waiting, waitsForMailbox } from "./waiting.ts";

/**
 * Lets another mailbox write the rest to a lead that waits for a follow-up.
 *
 * @returns false when the lead does not wait for a follow-up, or something else moved it meanwhile
 */
export async function reassignLead(
  seen: CampaignLeadRecord,
  mailboxId: number,
  actorId: number,
): Promise<boolean> {
  const { nextStep: step, due, status, sequenceVersion: version } = seen;
  if (due === undefined || !waitsForMailbox(seen)) return false;
  return writeIfExpected(
    CampaignLeadEntity.update(keyOf(seen))
      .set({
        mailboxId,
        ...waiting(keyOf(seen), {
          step,
          mailboxId,
          dueAt: dueAtOf(due),
          isPaused: status === "PAUSED",
          version,
          keepsMailbox: true,
        }),
        ...changedBy(actorId, "reassigned"),
      })
      .where((row, op) => `${op.eq(row.due, due)} AND ${op.eq(row.nextStep, step)}`),
  );
}

/** For a transaction: a lead whose mail was planned waits for it again, with another mailbox. Refused when anything moved it. */
export function reassignPlannedLead(
  seen: CampaignLeadRecord,
  to: { mailboxId: number; dueAt: IsoInstant; actorId: number },
): PendingWrite {
  const { nextStep: step, scheduledAt = "", status, sequenceVersion: version } = seen;
  const { mailboxId, dueAt } = to;
  return CampaignLeadEntity.update(keyOf(seen))
    .set({
      mailboxId,
      ...waiting(keyOf(seen), { step, mailboxId, dueAt, version, keepsMailbox: true }),
      ...changedBy(to.actorId, "reassigned"),
    })
    .remove(["scheduledAt", "planned"])
    .where((row, op) =>
      [
        op.eq(row.scheduledAt, scheduledAt),
        op.eq(row.nextStep, step),
        op.eq(row.status, status),
      ].join(" AND "),
    );
}
