import { systemActor } from "../../actor.ts";
import { AppError } from "../../error.ts";
import { type Counts, readTotals } from "../../reporting/counter/counter.ts";
import type { EventImage } from "../../reporting/event/event-image.ts";
import type { CampaignSettings } from "./campaign.schema.ts";
import { findCampaigns, toFigures } from "./campaign-record.ts";
import { changeStatus } from "./campaign-status.ts";
import { BOUNCE_GUARD, isGuardPaused, notifyGuardPause } from "./guard-pause.ts";

const FROM_SENT = 100;
const MOST_BOUNCED = 0.05;

type Key = { accountId: number; campaignId: number };

/**
 * Pauses campaigns of whose emails more than 5 % were refused for the address or for what they say, after at least 100 sends
 * (D4.3, decision 34), unless their owners switched that off, and notifies the owner. Runs on new events
 * once the figures include them: so no bounce is the one that was not counted yet. Safe to run twice.
 */
export async function guardBounces(
  events: readonly Pick<EventImage, "accountId" | "campaignId" | "kind" | "cause">[],
): Promise<void> {
  const refused = events.filter(
    ({ kind, cause }) => kind === "bounced" || (kind === "failed" && cause === "message"),
  );
  const campaigns = new Map(
    refused.map((event) => [`${event.accountId}|${event.campaignId}`, event]),
  );
  for (const key of campaigns.values()) await guard(key);
}

/** What the campaign cannot be blamed for: its mailboxes are paused for their own faults, and networks recover. */
const OTHERS_FAULT = ["bounced-sender", "bounced-network", "bounced-recipient-temporary"];

/** The campaign's leads and texts are its own; a text may also be refused before there is a mail to come back. */
function faultsOf(counts: Counts): number {
  const of = (name: string) => counts[name] ?? 0;
  const others = OTHERS_FAULT.reduce((sum, name) => sum + of(name), 0);
  return of("bounced") - others + of("failed-message");
}

function isTooMuch(counts: Counts): boolean {
  const { sent } = toFigures(counts);
  return sent >= FROM_SENT && faultsOf(counts) / sent > MOST_BOUNCED;
}

async function guard({ accountId, campaignId }: Key): Promise<void> {
  const [campaign] = await findCampaigns(accountId, [campaignId]);
  if (campaign && isGuardPaused(campaign)) await notifyGuardPause(campaign);
  if (campaign?.status !== "ACTIVE") return;
  if (!(campaign.settings as CampaignSettings).bounce_guard) return;
  const [counts] = await readTotals(accountId, [campaignId], { consistent: true });
  if (!isTooMuch(counts ?? {})) return;
  try {
    await changeStatus(systemActor(accountId), campaign, "PAUSED", BOUNCE_GUARD);
  } catch (error) {
    // Someone changed the campaign at this moment: look again.
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
  }
  await guard({ accountId, campaignId });
}
