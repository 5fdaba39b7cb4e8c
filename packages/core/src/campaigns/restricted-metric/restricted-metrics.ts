import { concurrently } from "@thaw/data/concurrently";
import { findCategory } from "../../accounts/category/category.schema.ts";
import { readCategories } from "../../accounts/category/category-record.ts";
import { findThreadOf } from "../../inbox/thread/thread-store.ts";
import { hidesSome, type Scope } from "../../kernel/access/scope.ts";
import { type CountedEvent, type Counts, tally } from "../../reporting/counter/counter.ts";
import { type CampaignLeadRecord, findLeadEnrolments } from "../campaign-lead/campaign-lead.ts";
import { findMessages, type MessageRecord } from "../message/message-state.ts";
import { sendIdOf } from "../message/send-id.ts";
import { CategorisedLeadEntity } from "./categorised-lead.entity.ts";

const WIDTH = 16;
const ENDED: ReadonlySet<string> = new Set(["COMPLETED", "STOPPED", "BLOCKED"]);

type Asked = { accountId: number; scope: Scope };
type Happening = Omit<CountedEvent, "id" | "accountId" | "campaignId">;
type Known = Awaited<ReturnType<typeof readCategories>>;

/** What leads that are hidden add to a campaign's figures, in all and by the day that they are counted under. */
export type RestrictedMetrics = { total: Counts; days: ReadonlyMap<string, Counts> };

/**
 * What counters count of leads that the reader may not know of, by campaign; nothing is read where nothing is hidden. It
 * is computed from the emails and enrolments of these leads, which are few: see decision 22.
 */
export async function readRestrictedMetrics(
  { accountId, scope }: Asked,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, RestrictedMetrics>> {
  if (!hidesSome(scope)) return new Map();
  const enrolments = await findLeadEnrolments(
    accountId,
    await listRestrictedLeads({ accountId, scope }, campaignIds),
  );
  const [mails, known] = await Promise.all([
    findMessages(enrolments.flatMap((enrolment) => keysOf(enrolment))),
    readCategories(accountId),
  ]);
  const happenings = await concurrently(enrolments, WIDTH, async (enrolment) => ({
    campaignId: enrolment.campaignId,
    events: [
      ...ofEnrolment(enrolment),
      ...ofMails(enrolment, mails),
      ...(await ofThread(enrolment, mails, known)),
    ],
  }));
  return new Map(
    campaignIds.map((id) => {
      const events = happenings.flatMap((each) => (each.campaignId === id ? each.events : []));
      return [id, restrictedMetricsOf(id, accountId, events)];
    }),
  );
}

/** How many leads of a campaign are hidden. */
export async function countRestrictedLeads(asked: Asked, campaignId: number): Promise<number> {
  return (await listRestrictedLeads(asked, [campaignId])).length;
}

async function listRestrictedLeads({ accountId, scope }: Asked, campaignIds: readonly number[]) {
  if (scope.kind !== "client") return [];
  const lists = campaignIds.flatMap((campaignId) =>
    scope.hiddenCategoryIds.map((categoryId) => ({ accountId, campaignId, categoryId })),
  );
  const found = await concurrently(lists, WIDTH, async (list) => {
    const { data } = await CategorisedLeadEntity.query.byCampaign(list).go({ pages: "all" });
    return data;
  });
  return found.flat();
}

/** Figures without what is hidden. */
export function without(counts: Counts, restricted: Counts | undefined): Counts {
  if (!restricted) return counts;
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, count - (restricted[name] ?? 0)]),
  );
}

function restrictedMetricsOf(
  campaignId: number,
  accountId: number,
  events: readonly Happening[],
): RestrictedMetrics {
  const countedIn = (some: readonly Happening[]) =>
    tally(some.map((event) => ({ id: "", accountId, campaignId, ...event })));
  const days = new Map<string, Happening[]>();
  for (const event of events) {
    days.set(event.countedOn, [...(days.get(event.countedOn) ?? []), event]);
  }
  return {
    total: countedIn(events),
    days: new Map([...days].map(([day, some]) => [day, countedIn(some)])),
  };
}

const keysOf = ({ accountId, campaignId, leadId, nextStep }: CampaignLeadRecord) =>
  Array.from({ length: nextStep }, (_, index) => ({
    accountId,
    sendId: sendIdOf({ accountId, campaignId, leadId, step: index + 1 }),
  }));

const dayOf = (at: string) => at.slice(0, 10);

function ofEnrolment({
  enrolledAt,
  status,
  changedAt = enrolledAt,
}: CampaignLeadRecord): Happening[] {
  const added = { kind: "leads-added" as const, countedOn: dayOf(enrolledAt) };
  if (!ENDED.has(status)) return [added];
  return [added, { kind: "lead-finished", countedOn: dayOf(changedAt) }];
}

function ofMails(
  enrolment: CampaignLeadRecord,
  mails: ReadonlyMap<string, MessageRecord>,
): Happening[] {
  return keysOf(enrolment).flatMap(({ sendId }) => {
    const mail = mails.get(sendId);
    return mail ? ofMail(mail) : [];
  });
}

const MARKS = [
  ["openedAt", "opened"],
  ["clickedAt", "clicked"],
  ["repliedAt", "replied"],
  ["bouncedAt", "bounced"],
  ["unsubscribedAt", "unsubscribed"],
] as const;

/** The events that each first time of something leaves, once a mail. */
function ofMail(mail: MessageRecord): Happening[] {
  const counted = subjectOf(mail);
  const marked = MARKS.filter(([mark]) => mail[mark] !== undefined);
  const happened = marked.map(([, kind]) => ({
    ...counted,
    kind,
    ...(kind === "bounced" && mail.bounceCause ? { cause: mail.bounceCause } : {}),
  }));
  if (mail.sentAt) {
    // What a person did in a step has no delivery.
    const isMail = mail.fence !== undefined || mail.messageId !== undefined;
    return [{ ...counted, kind: isMail ? "sent" : "manual-done" }, ...happened];
  }
  // A server that refused the address for good did so before there was a mail to come back.
  const isRefused = mail.status === "FAILED" && mail.failure?.kind === "address";
  return isRefused ? [{ ...counted, kind: "bounced", cause: "address" }, ...happened] : happened;
}

const subjectOf = ({ step, variant, sentAt, scheduledAt }: MessageRecord) => ({
  step,
  variant,
  countedOn: dayOf(sentAt ?? scheduledAt),
});

/** A positive category counts for the mail that was answered. */
async function ofThread(
  { accountId, campaignId, leadId }: CampaignLeadRecord,
  mails: ReadonlyMap<string, MessageRecord>,
  known: Known,
): Promise<Happening[]> {
  const thread = await findThreadOf(accountId, `lead:${campaignId}:${leadId}`);
  if (!thread || findCategory(known, thread.categoryId)?.sentiment !== "positive") return [];
  const answered = thread.sendId ? mails.get(thread.sendId) : undefined;
  const counted = answered ? subjectOf(answered) : { countedOn: dayOf(thread.categoryAt ?? "") };
  return [{ ...counted, kind: "categorised", positive: 1 }];
}
