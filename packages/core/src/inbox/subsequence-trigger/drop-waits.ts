import type { PendingWrite } from "@thaw/data/transact";
import { SubsequenceWaitEntity } from "./subsequence-wait.entity.ts";

/** That these leads wait for these subsequences, where they do. */
export const dropWaits = (
  accountId: number,
  subsequenceIds: readonly number[],
  leadIds: readonly number[],
): PendingWrite[] =>
  subsequenceIds.flatMap((campaignId) =>
    leadIds.map((leadId) => SubsequenceWaitEntity.delete({ accountId, campaignId, leadId })),
  );
