/** What the owner does in a year: pauses and resumes campaigns and leads, stops leads, blocks firms. */

import { getCampaign } from "@thaw/core/campaigns/campaign/campaign";
import { pauseCampaign, startCampaign } from "@thaw/core/campaigns/campaign/campaign-launch";
import { toIso } from "@thaw/core/clock";
import { DAY_MS, HOUR_MS } from "@thaw/core/duration";
import { AppError } from "@thaw/core/error";
import { pauseCampaignLead, stopCampaignLead } from "@thaw/core/leads/lead/campaign-lead-actions";
import { addSuppression } from "@thaw/core/leads/suppression/block-list";
import type { World } from "./checker.ts";
import type { Clockwork } from "./clockwork.ts";
import type { Campaign, Office } from "./set-up.ts";
import { FROM } from "./terms.ts";

const PAUSE_EVERY_DAYS = 16;
/** Of a thousand leads of a campaign. */
const HANDLED = { paused: 8, stopped: 8 };
const FIRMS_BLOCKED = 6;

export type Deeds = {
  pauses: number;
  guarded: number;
  silenced: number;
  stopped: number;
  blocked: number;
};

export function employOwner(
  clock: Clockwork,
  world: World,
  { office, draw }: { office: Office; draw: () => number },
): Deeds {
  const { actor } = office;
  const deeds: Deeds = { pauses: 0, guarded: 0, silenced: 0, stopped: 0, blocked: 0 };
  const sometime = () => FROM + draw() * world.days * 0.9 * DAY_MS;

  const pause = async ({ campaignId, terms }: Campaign, length: number) => {
    if (!(await allowed(() => pauseCampaign(actor, { campaign_id: campaignId })))) return;
    const span = { campaign: terms.name, from: clock.now(), until: Number.POSITIVE_INFINITY };
    world.pauses.push(span);
    deeds.pauses += 1;
    clock.plan(clock.now() + length, async () => {
      span.until = clock.now();
      await startCampaign(actor, { campaign_id: campaignId });
    });
  };

  /** A campaign that the product itself has paused goes on when the owner sees it in the morning. */
  const look = async ({ campaignId, terms }: Campaign) => {
    const isOurs = world.pauses.some(
      ({ campaign, until }) => campaign === terms.name && until === Number.POSITIVE_INFINITY,
    );
    const { status } = await getCampaign(actor, { campaign_id: campaignId });
    if (isOurs || status !== "PAUSED") return;
    deeds.guarded += 1;
    await startCampaign(actor, { campaign_id: campaignId });
  };

  const silence = async (campaign: Campaign, who: string, lead_id: number) => {
    const until = clock.now() + (2 + 18 * draw()) * DAY_MS;
    const input = { campaign_id: campaign.campaignId, lead_id, resume_at: toIso(until) };
    if (!(await allowed(() => pauseCampaignLead(actor, input)))) return;
    world.silences.push({ who, from: clock.now(), until });
    deeds.silenced += 1;
  };

  const stop = async (campaign: Campaign, who: string, lead_id: number) => {
    const input = { campaign_id: campaign.campaignId, lead_id };
    if (!(await allowed(() => stopCampaignLead(actor, input)))) return;
    world.ends.push({ who, at: clock.now(), reason: "stopped" });
    deeds.stopped += 1;
  };

  for (const campaign of office.campaigns) {
    for (let day = 3; day < world.days - PAUSE_EVERY_DAYS; day += PAUSE_EVERY_DAYS) {
      const at = FROM + (day + draw() * (PAUSE_EVERY_DAYS - 4)) * DAY_MS;
      const length =
        draw() < 0.6 ? HOUR_MS / 6 + draw() * 9 * HOUR_MS : DAY_MS + draw() * 2 * DAY_MS;
      clock.plan(at, () => pause(campaign, length));
    }
    for (let day = 1; day < world.days; day++)
      clock.plan(FROM + day * DAY_MS, () => look(campaign));
    for (const [who, leadId] of campaign.leadIds) {
      const lot = 1_000 * draw();
      if (lot < HANDLED.paused) clock.plan(sometime(), () => silence(campaign, who, leadId));
      else if (lot < HANDLED.paused + HANDLED.stopped) {
        clock.plan(sometime(), () => stop(campaign, who, leadId));
      }
    }
  }
  const firms = [
    ...new Set(office.campaigns.flatMap(({ leadIds }) => [...leadIds.keys()].map(domainOf))),
  ];
  for (let count = 0; count < FIRMS_BLOCKED; count++) {
    const value = firms[Math.floor(draw() * firms.length)] ?? "";
    clock.plan(sometime(), async () => {
      await addSuppression(actor, { value });
      world.ends.push({ who: value, at: clock.now(), reason: "blocked" });
      deeds.blocked += 1;
    });
  }
  return deeds;
}

const domainOf = (email: string) => email.split("@")[1] ?? "";

/** Whether the product let it be done: a lead may be finished by then. */
async function allowed(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code !== "not_found") return false;
    throw error;
  }
}
