import {
  AiCategorisation,
  type AiCategorisationMode,
  findCategory,
  GetCategorisation,
  SetAccountCategorisation,
  SetCampaignCategorisation,
} from "../../accounts/category/category.schema.ts";
import { readCategories } from "../../accounts/category/category-record.ts";
import { requireCampaign } from "../../campaigns/campaign/campaign-record.ts";
import { nowIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { operation } from "../../operation.ts";
import { CategorisationEntity } from "./categorisation.entity.ts";

/** Stands for every campaign without rules of its own. */
const ACCOUNT = 0;
const NOTHING_SET = { mode: "none", prompt: "", category_ids: [] } as const;

type Rules = { mode: AiCategorisationMode; prompt: string; category_ids: number[] };

/** How replies to a campaign are categorised by AI: as the campaign says, else as the account does, else not at all. */
export async function readCategorisation(
  accountId: number,
  campaignId = ACCOUNT,
): Promise<AiCategorisation> {
  const { data } = await CategorisationEntity.get([
    { accountId, campaignId },
    ...(campaignId === ACCOUNT ? [] : [{ accountId, campaignId: ACCOUNT }]),
  ]).go({ consistent: true });
  const own = data.find((rules) => rules.campaignId === campaignId);
  const rules = own ?? data[0];
  if (!rules) return { ...NOTHING_SET, category_ids: [], is_own: false };
  const { mode, prompt, categoryIds } = rules;
  return { mode, prompt, category_ids: categoryIds, is_own: own !== undefined };
}

export const getCategorisation = operation({
  permission: "inbox:read",
  input: GetCategorisation,
  output: AiCategorisation,
  async run({ accountId }, { campaign_id }) {
    if (campaign_id !== undefined) await requireCampaign(accountId, campaign_id);
    return readCategorisation(accountId, campaign_id);
  },
});

/** For every campaign without rules of its own. */
export const setAccountCategorisation = operation({
  permission: "labels:write",
  input: SetAccountCategorisation,
  output: AiCategorisation,
  run: ({ accountId, userId }, rules) =>
    store({ accountId, campaignId: ACCOUNT, changedBy: userId }, rules),
});

export const setCampaignCategorisation = operation({
  permission: "campaigns:write",
  input: SetCampaignCategorisation,
  output: AiCategorisation,
  async run({ accountId, userId }, { campaign_id: campaignId, ...rules }) {
    await requireCampaign(accountId, campaignId);
    return store({ accountId, campaignId, changedBy: userId }, rules);
  },
});

async function store(
  target: { accountId: number; campaignId: number; changedBy: number },
  { mode, prompt, category_ids }: Rules,
): Promise<AiCategorisation> {
  const known = await readCategories(target.accountId);
  if (category_ids.some((id) => !findCategory(known, id))) {
    throw AppError.at("invalid", "category_ids", "category.gone");
  }
  await CategorisationEntity.put({
    ...target,
    mode,
    prompt,
    categoryIds: [...new Set(category_ids)],
    changedAt: nowIso(),
  }).go({ response: "none" });
  return readCategorisation(target.accountId, target.campaignId);
}
