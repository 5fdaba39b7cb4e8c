import { writeIfExpected } from "@thaw/data/condition";
import type { IsoInstant } from "../../instant.schema.ts";
import { CampaignLeadEntity } from "./campaign-lead.entity.ts";
import { type CampaignLeadKey, keyOf } from "./campaign-lead.ts";
import { waiting } from "./waiting.ts";

/**
 * Lets a lead that waits fall due at another instant. Nothing happens when something else moved it meanwhile.
 *
 * @param wait `mailboxId` of the mailbox in whose lane it waits; undefined for a new lead
 */
export function postponeLead(
  key: CampaignLeadKey,
  wait: {
    step: number;
    mailboxId: number | undefined;
    dueAt: IsoInstant;
    version?: number | undefined;
  },
): Promise<boolean> {
  const nextWait = { ...wait, keepsMailbox: wait.mailboxId !== undefined };
  return writeIfExpected(
    CampaignLeadEntity.update(keyOf(key))
      .set(waiting(keyOf(key), nextWait))
      .where((lead, op) =>
        [
          op.eq(lead.nextStep, wait.step),
          op.exists(lead.due),
          `(${op.eq(lead.status, "STARTED")} OR ${op.eq(lead.status, "INPROGRESS")})`,
        ].join(" AND "),
      ),
  );
}
