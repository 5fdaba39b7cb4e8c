import fc from "fast-check";
import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { nowIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import {
  pauseCampaignLead,
  resumeCampaignLead,
  stopCampaignLead,
} from "../../leads/lead/campaign-lead-actions.ts";
import { advance } from "./advance.ts";
import type { LeadStatus } from "./campaign-lead.schema.ts";
import { blockLead, findCampaignLead } from "./campaign-lead.ts";
import { statusAfter } from "./transition.ts";
import { unblockLead } from "./unblock-lead.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";
const LEADS = 40;

/** The table of D8.1, recorded once more: status → what may happen → status. "begun": by whether it was ever written to. */
const TABLE: Record<string, Partial<Record<LeadStatus, LeadStatus | "begun" | "previous">>> = {
  send: { STARTED: "INPROGRESS", INPROGRESS: "INPROGRESS" },
  finish: { STARTED: "COMPLETED", INPROGRESS: "COMPLETED" },
  pause: { STARTED: "PAUSED", INPROGRESS: "PAUSED" },
  resume: { PAUSED: "previous", STOPPED: "begun" },
  stop: { STARTED: "STOPPED", INPROGRESS: "STOPPED", PAUSED: "STOPPED" },
  block: {
    STARTED: "BLOCKED",
    INPROGRESS: "BLOCKED",
    COMPLETED: "BLOCKED",
    STOPPED: "BLOCKED",
    PAUSED: "BLOCKED",
  },
  unblock: { BLOCKED: "begun" },
};
const REASONS: Record<string, string> = {
  send: "sent",
  finish: "sent",
  pause: "manual",
  resume: "manual",
  stop: "manual",
  block: "blocked",
  unblock: "unblocked",
};

await cloudOfFile();
const steps = Array.from({ length: 30 }, (_, index) => ({
  delayInDays: index === 0 ? 0 : 1,
  subject: "Hello",
  body: "<p>Hi</p>",
}));
const world = await makeWorld({ smtpPort: 1, leads: LEADS, steps });

function expected(event: string, status: LeadStatus, isContacted: boolean, previous?: LeadStatus) {
  const to = TABLE[event]?.[status];
  if (to === "previous") return previous;
  if (to !== "begun") return to;
  if (isContacted) return event === "unblock" ? "STOPPED" : "INPROGRESS";
  return "STARTED";
}

async function apply(event: string, leadId: number): Promise<void> {
  const { actor, campaignId, mailboxIds } = world;
  const key = { accountId: actor.accountId, campaignId, leadId };
  const id = { campaign_id: campaignId, lead_id: leadId };
  const lead = await findCampaignLead(key);
  const sent = {
    step: lead?.nextStep ?? 1,
    sendId: `s${lead?.nextStep}`,
    sentAt: nowIso(),
    mailboxId: mailboxIds[0] ?? 1,
    version: 1,
  };
  const done: Record<string, () => Promise<unknown>> = {
    send: () => advance(key, { ...sent, nextDueAt: nowIso() }),
    finish: () => advance(key, { ...sent, nextDueAt: undefined }),
    pause: () => pauseCampaignLead(actor, id),
    resume: () => resumeCampaignLead(actor, id),
    stop: () => stopCampaignLead(actor, id),
    block: () => blockLead(key, actor.userId),
    unblock: () => unblockLead(key, actor.userId),
  };
  await done[event]?.();
}

const BY_HAND: ReadonlySet<string> = new Set(["pause", "resume", "stop"]);
const BY_MAIL: ReadonlySet<string> = new Set(["send", "finish"]);
const WAITS: ReadonlySet<string> = new Set(["STARTED", "INPROGRESS", "PAUSED"]);

/** Lets one thing happen to a lead and holds what it has become against the table. */
async function checkOne(event: string, leadId: number): Promise<void> {
  const { accountId, userId } = world.actor;
  const key = { accountId, campaignId: world.campaignId, leadId };
  const before = await findCampaignLead(key);
  if (!before) throw new Error("There are fewer leads than runs");
  const { status, previousStatus, lastSentAt } = before;
  const to = expected(event, status, lastSentAt !== undefined, previousStatus);
  // A mail that leaves late moves a lead on without a change of its status.
  if (to === undefined && BY_MAIL.has(event)) return;
  const refusal = await apply(event, leadId).catch((error: unknown) => error);
  const after = await findCampaignLead(key);
  if (to !== undefined) {
    expect(refusal).toBeUndefined();
    expect(after).toMatchObject({
      status: to,
      changedAt: nowIso(),
      changedBy: BY_MAIL.has(event) ? 0 : userId,
      changeReason: REASONS[event],
    });
    expect(after?.due !== undefined).toBe(WAITS.has(to));
    return;
  }
  expect(after).toEqual(before);
  if (!BY_HAND.has(event)) return;
  expect(refusal).toBeInstanceOf(AppError);
  const message = expect.stringContaining("It can be: ");
  expect(refusal).toMatchObject({ status: 422, message });
}

test("whatever happens to a lead, in whatever order, it stays within the table and says when, who and why [LEAD-07]", async () => {
  using clock = stoppedClock(MONDAY);
  let next = 0;
  const event = fc.constantFrom(...Object.keys(TABLE));
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 14 }), async (events) => {
      const leadId = world.leadIds[next++] ?? 0;
      for (const each of events) {
        clock.move(1000);
        await checkOne(each, leadId);
      }
    }),
    { numRuns: LEADS, endOnFailure: true },
  );
});

test("the pure table says the same as D8.1 for every status and event", () => {
  const names = { first_step_done: "send", last_step_done: "finish" } as Record<string, string>;
  for (const status of ["STARTED", "INPROGRESS", "COMPLETED", "STOPPED", "PAUSED"] as const) {
    for (const event of ["first_step_done", "last_step_done", "pause", "resume", "stop"] as const) {
      for (const isContacted of [true, false]) {
        const to = statusAfter({ status, isContacted, previousStatus: "STARTED" }, event);
        const name = names[event] ?? event;
        expect([status, event, to]).toEqual([
          status,
          event,
          expected(name, status, isContacted, "STARTED"),
        ]);
      }
    }
  }
});
