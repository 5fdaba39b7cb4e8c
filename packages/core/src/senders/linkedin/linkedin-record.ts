import type { EntityItem } from "electrodb";
import { LinkedInAccountEntity } from "./linkedin-account.entity.ts";

export type LinkedInAccountRecord = EntityItem<typeof LinkedInAccountEntity>;

/** Those of these that are there. */
export async function findLinkedInAccounts(
  accountId: number,
  linkedinIds: readonly number[],
): Promise<LinkedInAccountRecord[]> {
  if (linkedinIds.length === 0) return [];
  const { data } = await LinkedInAccountEntity.get(
    [...new Set(linkedinIds)].map((linkedinId) => ({ accountId, linkedinId })),
  ).go();
  return data;
}
