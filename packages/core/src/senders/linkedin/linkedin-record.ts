import { writeIfExpected } from "@thaw/data/condition";
import type { EntityItem } from "electrodb";
import { openRenewed } from "../../kernel/secret/secret.ts";
import type { ConnectorLogin } from "./connector-request.ts";
import { LinkedInAccountEntity } from "./linkedin-account.entity.ts";
import { LinkedInConnectorEntity } from "./linkedin-connector.entity.ts";

export type LinkedInAccountRecord = EntityItem<typeof LinkedInAccountEntity>;

/** Which of these LinkedIn accounts exist. */
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

/** Whether the account has a connector; without opening its secret. */
export const hasConnector = async (accountId: number): Promise<boolean> =>
  (await readRecord(accountId)) !== undefined;

/** How to reach the account's connector; undefined where people do everything. */
export async function findConnector(accountId: number): Promise<ConnectorLogin | undefined> {
  const record = await readRecord(accountId);
  if (!record) return undefined;
  const { url, sealedSecret: before } = record;
  const secret = await openRenewed(before, secretContextOf(accountId), (sealedSecret) =>
    writeIfExpected(
      LinkedInConnectorEntity.patch({ accountId })
        .set({ sealedSecret })
        .where((row, op) => op.eq(row.sealedSecret, before)),
    ),
  );
  return { url, secret };
}

export const profileClaim = (accountId: number, profileUrl: string) => ({
  scope: accountId,
  kind: "linkedin-profile",
  value: profileUrl,
});
// A secret belongs to an account, a mailbox and a field; this one is of no mailbox.

export const secretContextOf = (accountId: number) => ({
  accountId,
  mailboxId: 0,
  field: "linkedin-connector",
});

export async function readRecord(accountId: number) {
  const { data } = await LinkedInConnectorEntity.get({ accountId }).go({ consistent: true });
  return data ?? undefined;
}
