/**
 * Every list screen's own question to the server, at 100,000 rows in the embedded table: its time at the 50th and 95th percentile,
 * and how often it asks the table, for the first page and for one far on. The conversation that is opened has 200 mails.
 *
 *   node tests/bench/lists.ts [rows]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listActivity } from "@thaw/core/accounts/activity-log/activity-log";
import type { Actor } from "@thaw/core/actor";
import { listCampaigns } from "@thaw/core/campaigns/campaign/campaign";
import { now } from "@thaw/core/clock";
import { listMessageLog } from "@thaw/core/engine/delivery/message-log";
import { listTasks } from "@thaw/core/inbox/task/task-list";
import { listThreads } from "@thaw/core/inbox/thread/thread";
import { getThread } from "@thaw/core/inbox/thread/thread-detail";
import { listCampaignLeads } from "@thaw/core/leads/lead/campaign-lead-list";
import { listLeads } from "@thaw/core/leads/lead/lead-list";
import { listSuppressions } from "@thaw/core/leads/suppression/list-entries";
import { listMailboxes } from "@thaw/core/senders/mailbox/mailbox";
import { startOwnCloud } from "../support/cloud.ts";
import { countRequests } from "../support/count-requests.ts";
import startTable from "../support/table.ts";
import { makeWorld } from "../support/world.ts";
import { fillLists } from "./support/many-records.ts";
import { writeStraight } from "./support/write-straight.ts";

const MAILBOXES = 500;
const CALLS = 40;
const WARM_UP = 5;
/** The far page is after so many. */
const PAGES = 10;
const BAR_MS = 60;

type Page = { items: unknown[]; cursor: string | null };
type List = (page: { cursor?: string | null }) => Promise<Page>;

const [, , argument = "100000", role] = process.argv;
if (role === "measure") await measure();
else await start();

// The product reads the table's name when it is loaded: only a process that is started afterwards may use it.
async function start(): Promise<void> {
  const stopTable = await startTable();
  await using _cloud = await startOwnCloud();
  const measured = fork(fileURLToPath(import.meta.url), [argument, "measure"]);
  const [code] = await once(measured, "exit");
  await stopTable();
  process.exitCode = code ?? 1;
}

async function measure(): Promise<void> {
  const rows = Number(argument);
  const { actor, campaignId } = await makeWorld({ smtpPort: 1, mailboxes: MAILBOXES, leads: 8 });
  const startedAt = performance.now();
  const stopStraight = writeStraight(join(process.env.TEST_DIR ?? "", "dynamo.sqlite"));
  await fillLists({ actor, campaignId, at: now() }, rows);
  stopStraight();
  console.log(`${rows} rows in each list, laid out in ${seconds(startedAt)} s`);
  console.log(`${"".padEnd(24)}first page${"".padEnd(16)}page ${PAGES}`);
  let slow = 0;
  for (const [name, list] of Object.entries(listsOf(actor, campaignId))) {
    const far = await cursorAfter(list);
    const first = await time(() => list({}));
    const further = far ? await time(() => list({ cursor: far })) : undefined;
    slow += [first, further].filter((each) => each && each.p95 > BAR_MS).length;
    console.log(
      `${name.padEnd(24)}${formatTiming(first).padEnd(26)}${further ? formatTiming(further) : "-"}`,
    );
  }
  console.log(`${slow} over the bar of ${BAR_MS} ms at the 95th percentile`);
  process.disconnect();
}

function listsOf(actor: Actor, campaign_id: number): Record<string, List> {
  const thread = { thread_id: 1_000 };
  return {
    campaigns: (page) => listCampaigns(actor, page),
    "leads of a campaign": (page) => listCampaignLeads(actor, { campaign_id, ...page }),
    "all leads": (page) => listLeads(actor, page),
    "all leads, an address": (page) =>
      listLeads(actor, { search: "lee7@prospect7.example", ...page }),
    "all leads, some words": (page) => listLeads(actor, { search: "lee77", ...page }),
    "all leads, a rare word": (page) => listLeads(actor, { search: "lee777", ...page }),
    "all leads, oldest by words": (page) =>
      listLeads(actor, { search: "prospect prospect77", order: "oldest", ...page }),
    "log of a campaign": (page) => listMessageLog(actor, { campaign_id, ...page }),
    inbox: (page) => listThreads(actor, page),
    "inbox, unread": (page) => listThreads(actor, { folder: "unread", ...page }),
    "one conversation": async () => ({
      items: (await getThread(actor, thread)).messages,
      cursor: null,
    }),
    mailboxes: (page) => listMailboxes(actor, page),
    tasks: (page) => listTasks(actor, page),
    "block list": (page) => listSuppressions(actor, page),
    "block list, a search": (page) => listSuppressions(actor, { search: "blocked77", ...page }),
    "activity log": (page) => listActivity(actor, page),
  };
}

async function cursorAfter(list: List): Promise<string | undefined> {
  let cursor: string | null | undefined;
  for (let page = 0; page < PAGES; page++) {
    const found = await list(cursor ? { cursor } : {});
    if (page === 0 && found.items.length === 0) throw new Error("A list that was filled is empty");
    if (found.cursor === null) return undefined;
    cursor = found.cursor;
  }
  return cursor ?? undefined;
}

type Timed = { p50: number; p95: number; requests: number };

async function time(ask: () => Promise<unknown>): Promise<Timed> {
  const took: number[] = [];
  using counted = countRequests();
  for (let call = 0; call < WARM_UP + CALLS; call++) {
    const startedAt = performance.now();
    await ask();
    if (call >= WARM_UP) took.push(performance.now() - startedAt);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.floor(took.length * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), requests: counted.actions.length / (WARM_UP + CALLS) };
}

function formatTiming({ p50, p95, requests }: Timed): string {
  return `${p50.toFixed(0)} / ${p95.toFixed(0)} ms, ${requests.toFixed(0)} requests`;
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(0);
}
