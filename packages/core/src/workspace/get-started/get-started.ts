import { writeIfExpected } from "@thaw/data/condition";
import * as v from "valibot";
import { Nothing } from "../../accounts/account/account.schema.ts";
import { readLeadCredits } from "../../accounts/subscription-plan/lead-credit.ts";
import { hasAnyCampaign } from "../../campaigns/campaign/any-campaign.ts";
import { nowIso } from "../../clock.ts";
import { WHOLE_ACCOUNT } from "../../kernel/access/scope.ts";
import { operation } from "../../operation.ts";
import { listMailboxIds } from "../../senders/mailbox/mailbox-record.ts";
import { GetStartedEntity } from "./get-started.entity.ts";
import {
  GET_STARTED_ITEMS,
  GetStarted,
  type GetStartedItem,
  progressOf,
} from "./get-started.schema.ts";

const FIELD = {
  added_first_email_account: "mailboxAt",
  enabled_warmup_optimisation: "warmupAt",
  imported_first_leads: "leadsAt",
  created_first_campaign: "campaignAt",
} as const satisfies Record<GetStartedItem, string>;

/** What shows that an item is done. There is no warm-up yet, so nothing shows that one. */
const PROOF: Record<GetStartedItem, (accountId: number) => Promise<boolean>> = {
  added_first_email_account: async (accountId) =>
    (await listMailboxIds({ accountId, scope: WHOLE_ACCOUNT }, 1)).length > 0,
  enabled_warmup_optimisation: async () => false,
  imported_first_leads: async (accountId) => (await readLeadCredits(accountId)).leads > 0,
  created_first_campaign: hasAnyCampaign,
};

/** Which of the first things the account has done. What was done once stays so, whatever is deleted later. */
export const getGetStarted = operation({
  permission: "campaigns:read",
  input: Nothing,
  output: GetStarted,
  async run({ accountId }) {
    const { data } = await GetStartedEntity.get({ accountId }).go({ consistent: true });
    const done = await Promise.all(
      GET_STARTED_ITEMS.map(
        async (item) => data?.[FIELD[item]] !== undefined || (await note(accountId, item)),
      ),
    );
    const progress = progressOf(done.filter(Boolean).length);
    const [mailbox, warmup, leads, campaign] = done.map((isDone) =>
      isDone ? ("COMPLETED" as const) : ("PENDING" as const),
    );
    return {
      added_first_email_account: mailbox ?? "PENDING",
      enabled_warmup_optimisation: warmup ?? "PENDING",
      imported_first_leads: leads ?? "PENDING",
      created_first_campaign: campaign ?? "PENDING",
      ...progress,
      is_to_celebrate: progress.is_complete && data?.celebratedAt === undefined,
    };
  },
});

/** The feast was seen: it comes once for each account. */
export const endCelebration = operation({
  permission: "campaigns:read",
  input: Nothing,
  output: v.object({ is_first: v.boolean() }),
  async run({ accountId, scope }) {
    // Someone who sees only a part of the account does not end it for the others.
    if (scope.kind !== "all") return { is_first: false };
    const isFirst = await writeIfExpected(
      GetStartedEntity.patch({ accountId })
        .set({ celebratedAt: nowIso() })
        .where((row, op) => op.notExists(row.celebratedAt)),
    );
    return { is_first: isFirst };
  },
});

async function note(accountId: number, item: GetStartedItem): Promise<boolean> {
  if (!(await PROOF[item](accountId))) return false;
  await GetStartedEntity.upsert({ accountId, [FIELD[item]]: nowIso() }).go({ response: "none" });
  return true;
}
