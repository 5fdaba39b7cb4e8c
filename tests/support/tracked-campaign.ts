import { createApi } from "@thaw/functions/api/app";
import { findCampaignLead } from "../../packages/core/src/campaigns/campaign-lead/campaign-lead.ts";
import { readEvents } from "../../packages/core/src/reporting/event/event.ts";
import { runAndSend } from "./campaign-run.ts";
import { stoppedClock } from "./clock.ts";
import { startSink } from "./sink.ts";
import { makeWorld, type World, type WorldOptions } from "./world.ts";

export const MONDAY = "2026-03-02T09:00:00.000Z";
/** The mail program of a person. */
export const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.10.1";

const LINKED = [
  {
    delayInDays: 0,
    subject: "Hi",
    body: '<p><a href="https://example.com/ü?a=1&amp;b=2">x</a></p>',
  },
  { delayInDays: 2, subject: "", body: "<p>Again</p>" },
];

/** A campaign whose first mails have left, and the links in the first of them. */
export async function sent(options: Partial<WorldOptions> = {}) {
  const sink = await startSink();
  const clock = stoppedClock(MONDAY);
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, steps: LINKED, ...options });
  await runAndSend(world, clock, 2 * ((options.leads ?? 1) * 2));
  const raw = (sink.mails[0]?.raw ?? "").replace(/=\r?\n/g, "").replaceAll("=3D", "=");
  const pathOf = (letter: string) => new RegExp(`/${letter}/[\\w.-]+`).exec(raw)?.[0] ?? "";
  return {
    world,
    clock,
    sink,
    links: { open: pathOf("o"), click: pathOf("c"), unsubscribe: pathOf("u") },
    async [Symbol.asyncDispose]() {
      clock[Symbol.dispose]();
      await sink[Symbol.asyncDispose]();
    },
  };
}

const api = createApi();

type Visit = { method?: string; body?: string; headers?: Record<string, string> };

/** Follows a link of a mail. */
export const visit = async (path: string, userAgent = PERSON, init: Visit = {}) =>
  api.request(path, { ...init, headers: { "user-agent": userAgent, ...init.headers } });

/** What a day of a campaign says of visits, unsubscribing and ends of leads. */
export async function eventsOf({ actor, campaignId }: World, day = MONDAY.slice(0, 10)) {
  const { items } = await readEvents(
    { accountId: actor.accountId, campaignId, day },
    { limit: 200 },
  );
  return items
    .map(({ kind }) => kind)
    .filter((kind) => /open|click|unsub|finished/.test(kind) && !kind.endsWith("-again"));
}

export const leadOf = ({ actor, campaignId, leadIds }: World, index = 0) =>
  findCampaignLead({ accountId: actor.accountId, campaignId, leadId: leadIds[index] ?? 0 });
