/**
 * What a stage in AWS costs a month, by its number of mailboxes: OPS-05. What requests an email, a look into a mailbox, a run and
 * a tick take is measured here on the real code; what only AWS could tell (how long a worker waits) is assumed, and printed.
 *
 *   node tests/bench/cost.ts
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { app as manifest } from "@thaw/core/manifest";
import { startOwnCloud } from "../support/cloud.ts";
import startTable from "../support/table.ts";
import { ASSUMED, costOf, type Units } from "./support/cost-model.ts";
import { measureEmail, measureIdleRun, measurePoll, measureTick } from "./support/units.ts";

const EMAILS_A_MAILBOX = 660;
/** Mailboxes, and the most dollars a month. */
const BARS = [
  [0, 13],
  [100, 15],
  [1_000, 35],
  [10_000, 180],
] as const;

const MEASURES = {
  email: measureEmail,
  idleRun: measureIdleRun,
  poll: measurePoll,
  tick: measureTick,
};
type Measure = keyof typeof MEASURES;

const [, , role, port = "0"] = process.argv;
if (role !== undefined && role in MEASURES) {
  process.send?.(await MEASURES[role as Measure](Number(port)));
  process.exit();
} else await compare();

async function compare(): Promise<void> {
  process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
  const stopTable = await startTable();
  await using _cloud = await startOwnCloud();
  const sink = fork(fileURLToPath(new URL("support/sink-process.ts", import.meta.url)));
  const [{ port: smtpPort }] = (await once(sink, "message")) as [{ port: number }];
  const units = {} as Record<Measure, Units>;
  // One after another: each counts what the whole process asks of the table, at its own time of day.
  for (const name of Object.keys(MEASURES) as Measure[])
    units[name] = await inOwnProcess(name, smtpPort);
  sink.disconnect();
  await stopTable();
  print(units);
}

async function inOwnProcess(name: Measure, smtpPort: number): Promise<Units> {
  const child = fork(fileURLToPath(import.meta.url), [name, String(smtpPort)]);
  const [units] = (await once(child, "message")) as [Units];
  return units;
}

function print(units: Record<Measure, Units>): void {
  for (const [name, { reads, writes, queue }] of Object.entries(units)) {
    const figures = [reads, writes, queue].map((each) => each.toFixed(2).padStart(7)).join(" ");
    console.log(
      `${`measured: ${name}`.padEnd(34)}${figures}  read units, write units, queue requests`,
    );
  }
  for (const [name, value] of Object.entries(ASSUMED)) {
    console.log(`${`assumed: ${name}`.padEnd(34)}${value}`);
  }
  const bills = BARS.map(([mailboxes]) =>
    costOf(
      {
        mailboxes,
        emails: mailboxes * EMAILS_A_MAILBOX,
        queues: Object.keys(manifest.queues).length,
      },
      units,
    ),
  );
  row(
    "mailboxes",
    BARS.map(([mailboxes]) => mailboxes.toLocaleString("en-US")),
  );
  for (const name of Object.keys(bills[0] ?? {})) {
    row(
      `$ a month: ${name}`,
      bills.map((bill) => (bill[name] ?? 0).toFixed(2)),
    );
  }
  const sums = bills.map((bill) => Object.values(bill).reduce((sum, each) => sum + each, 0));
  row(
    "together",
    sums.map((sum) => sum.toFixed(2)),
  );
  row(
    "bar",
    BARS.map(([, bar]) => String(bar)),
  );
  const over = BARS.filter(([, bar], index) => (sums[index] ?? 0) > bar);
  for (const [mailboxes, bar] of over)
    console.log(`FAIL ${mailboxes} mailboxes cost more than $${bar}`);
  if (over.length > 0) process.exitCode = 1;
}

function row(name: string, cells: readonly string[]): void {
  console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(10)).join(""));
}
