/**
 * What one trigger run consumes with equal due work in a small and in a large campaign. The bar is 10 %, at 1,000 and 1 M leads;
 * the second size is the first argument.
 *
 *   node tests/bench/tick.ts [leads]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  enrolInCampaign,
  findCampaignLead,
} from "@thaw/core/campaigns/campaign-lead/campaign-lead";
import { installClock, nowIso } from "@thaw/core/clock";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { batchWrite } from "@thaw/data/batch-write";
import { startDynamo } from "@thaw/local/dynamo";
import { startOwnCloud } from "../support/cloud.ts";
import startTable from "../support/table.ts";
import { makeWorld } from "../support/world.ts";
import { countCapacity } from "./support/capacity.ts";
import { writeStraight } from "./support/write-straight.ts";

const MONDAY = Date.parse("2026-03-02T09:00:00.000Z");
const SMALL = 1_000;
const BATCH = 1_000;
const [, , argument = "1000000", role, file = ""] = process.argv;
if (role === "measure") await measure();
else await start();

async function start(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "thaw-tick-"));
  const dynamo = await startDynamo({ dir });
  process.env.AWS_ENDPOINT_URL_DYNAMODB = dynamo.endpoint;
  const stopTable = await startTable();
  await using _cloud = await startOwnCloud();
  const measured = fork(fileURLToPath(import.meta.url), [
    argument,
    "measure",
    join(dir, "dynamo.sqlite"),
  ]);
  const [code] = await once(measured, "exit");
  await stopTable();
  await dynamo.stop();
  rmSync(dir, { recursive: true, force: true });
  process.exitCode = code ?? 1;
}

async function measure(): Promise<void> {
  installClock({ now: () => MONDAY, rate: 1 });
  const used = countCapacity();
  const units: number[] = [];
  for (const leads of [SMALL, Number(argument)]) {
    const world = await makeWorld({ smtpPort: 1, mailboxes: 20, leads: SMALL });
    const key = { accountId: world.actor.accountId, campaignId: world.campaignId };
    const startedAt = performance.now();
    await enrolUntil(leads, { ...key, file, from: Math.max(...world.leadIds) + 1 });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const last = await findCampaignLead({ ...key, leadId: Math.max(leads, ...world.leadIds) });
    if (last?.status !== "STARTED") throw new Error("The product does not see the copies");
    const before = { ...used };
    await runTrigger(key, "Etc/GMT");
    const read = used.readUnits - before.readUnits;
    const written = used.writeUnits - before.writeUnits;
    units.push(read + written);
    console.log(
      `${String(leads).padStart(8)} leads              ${read} read and ${written} write units; laid out in ${seconds} s`,
    );
  }
  const [small = 1, large = 0] = units;
  console.log(
    `difference                  ${((large / small - 1) * 100).toFixed(1)} % (bar: 10 %)`,
  );
  process.exit();
}

/** The people behind these places are missing, which a run asks for only when it plans them. */
async function enrolUntil(
  last: number,
  {
    file,
    from,
    ...campaign
  }: { accountId: number; campaignId: number; file: string; from: number },
): Promise<void> {
  const stop = writeStraight(file);
  for (let start = from; start <= last; start += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, last + 1 - start) }, (_, at) => start + at);
    await batchWrite(
      ids.map((leadId) => enrolInCampaign({ ...campaign, leadId, enrolledAt: nowIso() })),
    );
  }
  stop();
}
