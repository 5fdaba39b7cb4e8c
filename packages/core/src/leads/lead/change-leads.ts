import { concurrently } from "@thaw/data/concurrently";
import { renderText } from "@thaw/text/render";
import { say } from "@thaw/text/say";
import { DO_NOT_CONTACT, NOT_ASSIGNED } from "../../accounts/category/category.schema.ts";
import { putTag, takeTag } from "../../accounts/tag/put-tag.ts";
import { type Actor, localeOfActor } from "../../actor.ts";
import {
  requireCampaign,
  requireCampaignForLeads,
} from "../../campaigns/campaign/campaign-record.ts";
import { visibleCampaigns } from "../../campaigns/campaign/visible-campaigns.ts";
import { findEnrolmentsOfLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import { stateOf } from "../../campaigns/campaign-lead/lead-state.ts";
import { actionsFor } from "../../campaigns/campaign-lead/transition.ts";
import { AppError } from "../../error.ts";
import { setLeadCategory } from "../../inbox/categorisation/lead-category.ts";
import { operation } from "../../operation.ts";
import { addLeads } from "../lead-import/add-leads.ts";
import { removeSuppression } from "../suppression/block-list.ts";
import { originOfEntry } from "../suppression/entry-list.ts";
import { optOut } from "../suppression/suppression.ts";
import { NEVER, pauseByHand, resumeByHand, stopByHand } from "./change-lead-status.ts";
import {
  ChangedLeads,
  ChangeLeads,
  type LeadChange,
  type LeadChanged,
} from "./change-leads.schema.ts";
import { deleteLead, requireLead, requireWhollyVisible } from "./lead.ts";
import type { LeadRecord } from "./lead-record.ts";
import { taggedLead } from "./lead-tags.ts";
import { moveToCampaign } from "./move-lead.ts";
import { seeLead } from "./see-leads.ts";

const WIDTH = 8;

/** Nothing brings back what is gone, or the place in the steps of a campaign. */
const FINAL: ReadonlySet<LeadChange> = new Set<LeadChange>(["delete", "move"]);

type Done = Omit<LeadChanged, "lead_id">;
const SAME: Done = { is_same: true };
const CHANGED: Done = { is_same: false };

/** One change of many leads, wherever they are. One that is refused says why and keeps nobody else back. */
export const changeLeads = operation({
  permission: "leads:write",
  input: ChangeLeads,
  output: ChangedLeads,
  async run(actor, wanted) {
    const { change, tag_id, to_campaign_id } = wanted;
    if (to_campaign_id !== undefined)
      await requireCampaignForLeads(actor.accountId, to_campaign_id);
    const ids = [...new Set(wanted.lead_ids)];
    const results = await concurrently(ids, WIDTH, (leadId) => attempt(actor, leadId, wanted));
    return {
      change,
      ...(tag_id === undefined ? {} : { tag_id }),
      is_final: FINAL.has(change) || wanted.category_id === DO_NOT_CONTACT,
      changed: results.flatMap(({ done }) => done ?? []),
      refused: results.flatMap(({ refused }) => refused ?? []),
    };
  },
});

type Attempt = {
  done?: LeadChanged;
  refused?: { lead_id: number; code: string; reason: string };
};

async function attempt(actor: Actor, leadId: number, wanted: ChangeLeads): Promise<Attempt> {
  try {
    const lead = await requireLead(actor.accountId, leadId);
    const done = await BY_NAME[wanted.change](actor, lead, wanted);
    return { done: { lead_id: leadId, ...done } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      refused: {
        lead_id: leadId,
        code: error.code,
        reason: renderText(localeOfActor(actor), error.text),
      },
    };
  }
}

type Change = (actor: Actor, lead: LeadRecord, wanted: ChangeLeads) => Promise<Done>;

const BY_NAME: Record<LeadChange, Change> = {
  pause: (actor, lead, wanted) => inEnrolments("pause", actor, lead, wanted),
  resume: (actor, lead, wanted) => inEnrolments("resume", actor, lead, wanted),
  stop: (actor, lead, wanted) => inEnrolments("stop", actor, lead, wanted),
  move: (actor, lead, { to_campaign_id }) => move(actor, lead, to_campaign_id ?? 0),
  async tag(actor, lead, { tag_id }) {
    await requireWhollyVisible(actor, lead);
    const { accountId, leadId } = lead;
    return (await putTag(tag_id ?? 0, taggedLead(accountId, leadId))) ? CHANGED : SAME;
  },
  async untag(actor, lead, { tag_id }) {
    await requireWhollyVisible(actor, lead);
    const { accountId, leadId } = lead;
    return (await takeTag(tag_id ?? 0, taggedLead(accountId, leadId))) ? CHANGED : SAME;
  },
  async category(actor, lead, { category_id = NOT_ASSIGNED }) {
    const seen = await seeLead(lead.accountId, actor.scope, lead);
    const category_before = seen.categoryId ?? NOT_ASSIGNED;
    if (category_before === category_id) return SAME;
    await setLeadCategory(actor, lead, category_id);
    return { is_same: false, category_before };
  },
  async block(actor, { email }) {
    return (await optOut(actor.accountId, email, await originOfEntry(actor, undefined, "manual")))
      ? CHANGED
      : SAME;
  },
  async unblock(actor, { email }) {
    await removeSuppression(actor, { value: email.trim().toLowerCase() });
    return CHANGED;
  },
  async delete(actor, { leadId }) {
    await deleteLead(actor, { lead_id: leadId });
    return CHANGED;
  },
};

/** Does what its places allow, in every campaign or in one; refused where none allows it. */
async function inEnrolments(
  action: "pause" | "resume" | "stop",
  actor: Actor,
  { accountId, leadId, campaignIds = [] }: LeadRecord,
  { campaign_id }: ChangeLeads,
): Promise<Done> {
  const asked = [...campaignIds].filter((id) => campaign_id === undefined || id === campaign_id);
  const wanted = [...(await visibleCampaigns(accountId, actor.scope, asked))];
  const enrolments = await findEnrolmentsOfLead(accountId, leadId, wanted);
  const open = enrolments.filter((enrolment) => actionsFor(stateOf(enrolment)).includes(action));
  if (open.length === 0) throw notPossible(action);
  for (const { campaignId } of open) {
    const key = { accountId, campaignId, leadId };
    if (action === "pause") await pauseByHand(actor, key, NEVER);
    else if (action === "stop") await stopByHand(actor, key);
    else await resumeByHand(actor, key, await requireCampaign(accountId, campaignId));
  }
  return { is_same: false, campaign_ids: open.map(({ campaignId }) => campaignId) };
}

const NOTHING_TO_DO = {
  pause: "lead.nothingToPause",
  resume: "lead.nothingToResume",
  stop: "lead.nothingToStop",
} as const;
const notPossible = (action: keyof typeof NOTHING_TO_DO) =>
  new AppError("invalid_transition", NOTHING_TO_DO[action]);

/** From its one campaign, or from none; of several nobody could tell which it shall leave. */
async function move(actor: Actor, lead: LeadRecord, toCampaignId: number): Promise<Done> {
  const { accountId, leadId, email } = lead;
  const visible = await visibleCampaigns(accountId, actor.scope, [...(lead.campaignIds ?? [])]);
  const [campaignId, ...others] = visible;
  if (campaignId === undefined) {
    const { results } = await addLeads(actor, { campaign_id: toCampaignId, leads: [{ email }] });
    const [result] = results;
    if (result?.outcome === "imported") return CHANGED;
    const reason = result?.reason ?? say("lead.notAdded");
    throw new AppError("invalid_transition", "lead.notAddedBecause", { reason });
  }
  if (others.length > 0) {
    throw new AppError("invalid_transition", "lead.severalCampaigns");
  }
  await moveToCampaign(actor, { accountId, campaignId, leadId }, toCampaignId);
  return CHANGED;
}
