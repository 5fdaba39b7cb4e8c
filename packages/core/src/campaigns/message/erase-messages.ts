import type { PendingWrite } from "@thaw/data/transact";
import { MessageEntity } from "./message.entity.ts";
import { findMessages } from "./message-state.ts";
import { sendIdOf } from "./send-id.ts";

/** The mails of these leads in a campaign of so many steps. */
export function dropMailsTo(
  campaign: { accountId: number; campaignId: number },
  leadIds: readonly number[],
  steps: number,
): Promise<PendingWrite[]> {
  const sendIds = leadIds.flatMap((leadId) =>
    Array.from({ length: steps }, (_, index) => sendIdOf({ ...campaign, leadId, step: index + 1 })),
  );
  return dropMails(campaign.accountId, sendIds);
}

/** Those of these mails that there are: reading costs less than deleting what is not there. */
export async function dropMails(
  accountId: number,
  sendIds: readonly string[],
): Promise<PendingWrite[]> {
  const keys = sendIds.map((sendId) => ({ accountId, sendId }));
  const there = await findMessages(keys, { consistent: true });
  return [...there.keys()].map((sendId) => MessageEntity.delete({ accountId, sendId }));
}
