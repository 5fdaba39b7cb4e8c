/**
 * The whole engine against bare pooled nodemailer in the same run: plan, render, build, hand over by SMTP, record.
 * Prints rates, CPU per mail of each, and what the table and the queue were asked, with the bill per million mails.
 *
 *   node tests/bench/engine.ts [mailboxes per campaign] [campaigns] [rounds]
 */

import { fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import nodemailer from "nodemailer";
import { startOwnCloud } from "../support/cloud.ts";
import startTable from "../support/table.ts";
import { runEngine } from "./support/engine-run.ts";
import { PRICES } from "./support/prices.ts";
import { cpuSeconds, tableCpuSeconds } from "./support/table-cpu.ts";

const BARE_MAILS = 4_000;
const WARM_UP = 200;
type Report = {
  mails: number;
  seconds: number;
  cpuSeconds: number;
  writeUnits: number;
  readUnits: number;
  requests: number;
  queueRequests: number;
};
/** With what the others on this machine had of its cores meanwhile. */
type Measured = Report & { table: number; queue: number; sink: number };

const [, , mailboxes = "250", campaigns = "4", rounds = "4", role, port = "0"] = process.argv;
if (role === "engine") {
  const size = {
    mailboxes: Number(mailboxes),
    campaigns: Number(campaigns),
    rounds: Number(rounds),
  };
  await report(() => runEngine({ ...size, smtpPort: Number(port) }, mark));
} else if (role === "bare") await report(bare);
else await compare();

async function compare(): Promise<void> {
  process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
  const stopTable = await startTable();
  await using _cloud = await startOwnCloud();
  const sink = fork(fileURLToPath(new URL("support/sink-process.ts", import.meta.url)));
  const [{ port: sinkPort }] = (await once(sink, "message")) as [{ port: number }];
  const server = { port: sinkPort, pid: sink.pid ?? 0 };
  const plain = await measure("bare", server);
  const full = await measure("engine", server);
  sink.send("count");
  const [{ mails: arrived }] = (await once(sink, "message")) as [{ mails: number }];
  sink.disconnect();
  await stopTable();
  print(plain, full, arrived - plain.mails - WARM_UP);
}

function print(plain: Report, full: Measured, arrived: number): void {
  const rate = ({ mails, seconds }: Report) => mails / seconds;
  const cpuMs = ({ mails, cpuSeconds }: Report) => (1000 * cpuSeconds) / mails;
  const per = (amount: number) => amount / full.mails;
  const lambda = (cpuMs(full) / 1000) * PRICES.lambdaGbSecond * 1e6;
  const bill =
    per(full.writeUnits) * PRICES.write +
    per(full.readUnits) * PRICES.read +
    per(full.queueRequests) * PRICES.queue;
  const line = (name: string, text: string) => console.log(name.padEnd(34) + text);
  line("mails planned, sent and arrived", `${full.mails} ${arrived}`);
  line("bare pooled nodemailer", `${rate(plain).toFixed(0)}/s, ${cpuMs(plain).toFixed(2)} ms CPU`);
  line("engine", `${rate(full).toFixed(0)}/s on ${cpus().length} cores shared with table and sink`);
  line("engine per core", `${(rate(full) / cpus().length).toFixed(0)}/s (bar: 150)`);
  line("rate against nodemailer", `${(rate(full) / rate(plain)).toFixed(2)} (bar: 0.15)`);
  line("product CPU a mail", `${cpuMs(full).toFixed(2)} ms (bar: 4)`);
  const ms = (seconds: number) => `${per(1000 * seconds).toFixed(2)} ms`;
  line("table CPU a mail", `${ms(full.table)} for ${per(full.requests).toFixed(2)} requests`);
  line("CPU of queue and of sink a mail", `${ms(full.queue)}, ${ms(full.sink)}`);
  line("CPU against nodemailer", `${(cpuMs(full) / cpuMs(plain)).toFixed(1)} x (bar: 6)`);
  line("write units a mail", `${per(full.writeUnits).toFixed(2)} (bar: 9)`);
  line("read units a mail", `${per(full.readUnits).toFixed(2)} (bar: 4)`);
  line("queue requests a mail", `${per(full.queueRequests).toFixed(2)} (bar: 0.4)`);
  line("table and queue a million", `$${bill.toFixed(2)}`);
  line("with Lambda time (CPU only)", `$${(bill + lambda).toFixed(2)} (bar: $11)`);
}

async function measure(
  part: "engine" | "bare",
  server: { port: number; pid: number },
): Promise<Measured> {
  const worker = fork(fileURLToPath(import.meta.url), [
    mailboxes,
    campaigns,
    rounds,
    part,
    String(server.port),
  ]);
  // This process is the queue.
  const others = () => [tableCpuSeconds(), cpuSeconds(process.pid), cpuSeconds(server.pid)];
  const result = once(worker, "message").then(async () => {
    const before = others();
    const [report] = (await once(worker, "message")) as [Report];
    const [table = 0, queue = 0, sink = 0] = others().map(
      (seconds, at) => seconds - (before[at] ?? 0),
    );
    return { ...report, table, queue, sink };
  });
  const [code] = await once(worker, "exit");
  if (code !== 0) throw new Error(`${part} ended with ${code}`);
  return result;
}

async function report(work: () => Promise<Report>): Promise<void> {
  process.send?.(await work());
  process.disconnect();
}

async function bare(): Promise<Report> {
  const transport = nodemailer.createTransport({
    host: "127.0.0.1",
    port: Number(port),
    ignoreTLS: true,
    pool: true,
    maxConnections: 20,
    maxMessages: 1_000_000,
    auth: { user: "a", pass: "secret" },
  });
  const send = (index: number) =>
    transport.sendMail({
      from: "sender@sender.example",
      to: `lead${index}@prospect.example`,
      subject: `Hello Lee${index}`,
      html: `<p>Hi Lee${index}</p>`,
      text: `Hi Lee${index}`,
    });
  await Promise.all(Array.from({ length: WARM_UP }, (_, index) => send(index)));
  const started = mark();
  await Promise.all(Array.from({ length: BARE_MAILS }, (_, index) => send(index)));
  const spent = started();
  transport.close();
  const nothing = { writeUnits: 0, readUnits: 0, requests: 0, queueRequests: 0 };
  return { ...spent, ...nothing, mails: BARE_MAILS };
}

/** From here on it counts, here and in the process that started this one. */
function mark(): () => { seconds: number; cpuSeconds: number } {
  process.send?.("begun");
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
}
