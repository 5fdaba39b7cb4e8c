import { type CampaignRecord, findCampaigns } from "../../campaigns/campaign/campaign-record.ts";
import { findCampaignLead } from "../../campaigns/campaign-lead/campaign-lead.ts";
import type { MessageRecord } from "../../campaigns/message/message-state.ts";
import type { Condition } from "../../campaigns/subsequence/condition.schema.ts";
import { toEpochMs, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import type { IsoInstant } from "../../instant.schema.ts";
import type { EventKind } from "../../reporting/event/event.schema.ts";
import type { EventImage } from "../../reporting/event/event-image.ts";
import { isPersonsReply } from "../thread/replies-among.ts";
import type { ThreadMessageImage } from "../thread/thread-message-image.ts";
import { findThread } from "../thread/thread-store.ts";
import { enterFirst } from "./enter-subsequence.ts";
import { awaits, type Happening, matches } from "./matches.ts";
import { awaitEntry } from "./subsequence-wait.ts";
import { readMails, trailOf } from "./trail.ts";

type Subject = { accountId: number; campaignId: number; leadId: number; at: IsoInstant };
type Happened = Subject & { happening: Happening };

type Fact = EventImage | ThreadMessageImage;

/** Moves leads into subsequences for what has happened: new events, and mails that came. Safe to run twice. */
export async function fireSubsequences(facts: readonly Fact[]): Promise<void> {
  const events = facts.filter((fact) => fact.__edb_e__ === "event");
  const mails = facts.filter((fact) => fact.__edb_e__ === "threadMessage");
  const happened = [...events.flatMap(readEvent), ...(await readReplies(mails))];
  const families = new Map<string, Promise<Family | undefined>>();
  for (const each of happened) {
    const key = `${each.accountId}|${each.campaignId}`;
    const family = families.get(key) ?? readFamily(each);
    families.set(key, family);
    const known = await family;
    if (known) await fire(known, each);
  }
}

function readEvent(event: EventImage): Happened[] {
  const { accountId, campaignId, leadId, at } = event;
  const happening = happeningOf(event);
  return happening && leadId !== undefined
    ? [{ accountId, campaignId, leadId, at, happening }]
    : [];
}

/** What a lead did, and mails and steps, of which one may be its lead's last. */
const WATCHED: ReadonlySet<EventKind> = new Set([
  "sent",
  "resent",
  "unknown",
  "opened",
  "opened-again",
  "clicked",
  "clicked-again",
  "categorised",
  "bounced",
  "manual-done",
  "manual-skipped",
  "skipped",
  "connection-requested",
  "connection-accepted",
]);

const SIMPLE: Partial<Record<EventKind, Happening>> = {
  opened: { kind: "opened" },
  "opened-again": { kind: "opened" },
  bounced: { kind: "bounced" },
  "connection-requested": { kind: "requested" },
  "connection-accepted": { kind: "accepted" },
};

function happeningOf({ kind, detail = "", endsLead }: EventImage): Happening | undefined {
  if (endsLead && WATCHED.has(kind)) return { kind: "completed" };
  if (kind === "clicked" || kind === "clicked-again") return { kind: "clicked", url: detail };
  if (kind !== "categorised") return SIMPLE[kind];
  return { kind: "categorised", categoryId: Number(detail.split(" ")[1]) };
}

/** What people wrote, with the campaign and the lead that their conversations are about. */
async function readReplies(mails: readonly ThreadMessageImage[]): Promise<Happened[]> {
  const found: Happened[] = [];
  for (const { accountId, threadId, at, text } of mails.filter(isPersonsReply)) {
    const thread = await findThread(accountId, threadId);
    if (thread?.campaignId === undefined || thread.leadId === undefined) continue;
    const { campaignId, leadId } = thread;
    const happening = { kind: "replied" as const, text, isFirst: true };
    found.push({ accountId, campaignId, leadId, at: toIso(Date.parse(at)), happening });
  }
  return found;
}

type Family = { parent: CampaignRecord; subsequences: CampaignRecord[] };

async function readFamily({ accountId, campaignId }: Subject): Promise<Family | undefined> {
  const [parent] = await findCampaigns(accountId, [campaignId]);
  const subsequences = await findCampaigns(accountId, parent?.subsequenceIds ?? []);
  return parent && subsequences.length > 0 ? { parent, subsequences } : undefined;
}

async function fire({ parent, subsequences }: Family, happened: Happened): Promise<void> {
  const { leadId, at } = happened;
  const enrolment = await findCampaignLead({ ...parent, leadId });
  if (!enrolment) return;
  const mails = await readMails(enrolment, enrolment.nextStep);
  const trail = trailOf(mails);
  const happening = refine(happened, mails);
  for (const subsequence of subsequences) {
    const days = conditionOf(subsequence, (condition) => awaits(condition, happening, trail));
    if (days && mayFireLater(subsequence)) {
      await awaitEntry({ ...subsequence, leadId }, toIso(toEpochMs(at) + days * DAY_MS));
    }
  }
  const matching = subsequences.filter(
    (subsequence) =>
      isInTime(subsequence, happened) &&
      conditionOf(subsequence, (condition) => matches(condition, happening, trail)),
  );
  if (matching.length > 0) await enterFirst(parent, enrolment.leadId, matching);
}

const conditionOf = <Result>(
  { condition }: CampaignRecord,
  ask: (condition: Condition) => Result,
): Result | undefined => (condition ? ask(condition as Condition) : undefined);

const mayFireLater = ({ status }: CampaignRecord) => status !== "STOPPED" && status !== "ARCHIVED";

/** A category counts when it was given after the subsequence became ACTIVE (SEQ-18). */
const isInTime = ({ startedAt }: CampaignRecord, { happening, at }: Happened) =>
  happening.kind !== "categorised" || startedAt === undefined || at >= startedAt;

/** Only what no reply to an earlier or later mail came before is the first reply. */
function refine({ happening, at }: Happened, mails: readonly MessageRecord[]): Happening {
  if (happening.kind !== "replied") return happening;
  return { ...happening, isFirst: mails.every(({ repliedAt = at }) => repliedAt >= at) };
}
