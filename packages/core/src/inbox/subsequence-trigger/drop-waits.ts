import type { PendingWrite } from "@thaw/data/transact";
import { SubsequenceWaitEntity } from "./subsequence-wait.entity.ts";

/** Deletes the waits of these leads for these subsequences, where there are any. */
export const dropWaits = (
  accountId: number,
  subsequenceIds: readonly number[],
  leadIds: readonly number[],
): PendingWrite[] =>
  subsequenceIds.flatMap((campaignId) =>
    leadIds.map((leadId) => SubsequenceWaitEntity.delete({ accountId, campaignId, leadId })),
  );
