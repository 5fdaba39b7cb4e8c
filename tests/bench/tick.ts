/**
 * What one trigger run consumes with equal due work in a small and in a large campaign. The bar is 10 %, at 1,000 and 1 M leads;
 * the second size is the first argument.
 *
 *   node tests/bench/tick.ts [leads]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { installClock } from "@thaw/core/clock";
import { runTrigger } from "@thaw/core/trigger-run/run-trigger";
import { startCloud } from "../support/cloud.ts";
import startTable from "../support/table.ts";
import { makeWorld } from "../support/world.ts";
import { countCapacity } from "./support/capacity.ts";

const MONDAY = Date.parse("2026-03-02T09:00:00.000Z");
const [, , argument = "20000", role] = process.argv;
if (role === "measure") await measure();
else await start();

async function start(): Promise<void> {
  const stopTable = await startTable();
  await using _cloud = await startCloud();
  const [code] = await once(fork(fileURLToPath(import.meta.url), [argument, "measure"]), "exit");
  await stopTable();
  process.exitCode = code ?? 1;
}

async function measure(): Promise<void> {
  installClock({ now: () => MONDAY, rate: 1 });
  const used = countCapacity();
  const units: number[] = [];
  for (const leads of [1_000, Number(argument)]) {
    const { actor, campaignId } = await makeWorld({ smtpPort: 1, mailboxes: 20, leads });
    const before = { ...used };
    await runTrigger({ accountId: actor.accountId, campaignId }, "Etc/GMT");
    const read = used.readUnits - before.readUnits;
    const written = used.writeUnits - before.writeUnits;
    units.push(read + written);
    console.log(
      `${String(leads).padStart(8)} leads              ${read} read and ${written} write units`,
    );
  }
  const [small = 1, large = 0] = units;
  console.log(
    `difference                  ${((large / small - 1) * 100).toFixed(1)} % (bar: 10 %)`,
  );
  process.exit();
}
