import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { installClock } from "@thaw/core/clock";
import { config } from "@thaw/core/config";
import { DAY_MS } from "@thaw/core/duration";
import { sendBatch } from "@thaw/core/engine/delivery/send-batch";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import type { Jobs } from "@thaw/core/queue.schema";
import { countEvents } from "@thaw/core/reporting/counter/counter";
import { readEvents } from "@thaw/core/reporting/event/event";
import { makeWorld, type World } from "../../support/world.ts";
import { type Capacity, countCapacity } from "./capacity.ts";

const MONDAY = Date.parse("2026-03-02T09:00:00.000Z");
const WORKERS = 8;

const BODY = `<p>{Hi|Hello|Hey} {{first_name|there}},</p>
<p>I saw that {{company_name|your company}} is growing. {Would you have|Do you have} ten minutes on {{date "+3bd" "dddd"}}?</p>
<p>More is <a href="https://sender.example/about">here</a>.</p><p>{{sender_name}}</p>`;

export type EngineOptions = {
  smtpPort: number;
  mailboxes: number;
  campaigns: number;
  /** Days of first emails; as many of follow-ups come ten days later. */
  rounds: number;
};

/**
 * The whole engine for some days of campaigns with two steps: plan, send and count, on the cloud of the surroundings.
 *
 * @param mark called when everything is laid out; what it returns is called at the end
 */
export async function runEngine<T>(
  { smtpPort, mailboxes: perDay, campaigns, rounds }: EngineOptions,
  mark: () => () => T,
): Promise<T & Capacity & { mails: number; queueRequests: number }> {
  let at = MONDAY;
  installClock({ now: () => at, rate: 1_000_000 });
  const worlds: World[] = [];
  for (let index = 0; index < campaigns; index++) {
    worlds.push(
      await makeWorld({
        smtpPort,
        mailboxes: perDay,
        leads: perDay * rounds,
        schedule: { maxNewLeadsPerDay: perDay },
        steps: [
          { delayInDays: 0, subject: "Hello {{first_name|there}}", body: BODY },
          { delayInDays: 10, subject: "", body: "<p>Just checking, {{first_name}}</p>" },
        ],
      }),
    );
  }
  const used = countCapacity();
  const started = mark();
  let queueRequests = 0;
  let mails = 0;
  for (const first of [0, 10]) {
    for (let day = first; day < first + rounds; day++) {
      // Follow-ups fall due at the time of day at which the first mails left.
      at = MONDAY + day * DAY_MS + (first > 0 ? 20 * 60_000 : 0);
      for (const { actor, campaignId } of worlds) {
        await runTrigger({ accountId: actor.accountId, campaignId }, "Etc/GMT");
      }
      at += 16 * 60_000;
      const drained = await drain();
      mails += drained.jobs;
      // Planning sends its jobs in batches of ten.
      queueRequests += drained.requests + drained.jobs / 10;
    }
  }
  await project(worlds, at);
  return { ...started(), mails, queueRequests, ...used };
}

/** Workers that receive ten messages, send them and delete them, until the queue is empty. */
async function drain(): Promise<{ jobs: number; requests: number }> {
  const sqs = new SQSClient({});
  const QueueUrl = config.queueUrl("send");
  let jobs = 0;
  let requests = 0;
  const worker = async () => {
    for (;;) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
      );
      requests += 1;
      if (Messages.length === 0) return;
      const results = await sendBatch(
        Messages.map(({ Body = "" }) => JSON.parse(Body) as Jobs["send"]),
      );
      const failed = results.find(({ error }) => error !== undefined);
      if (failed) throw failed.error;
      jobs += Messages.length;
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: Messages.map(toEntry) }));
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return { jobs, requests };
}

function toEntry({ ReceiptHandle }: Message, index: number) {
  return { Id: String(index), ReceiptHandle };
}

/** What the stream function does with the events, in the batches that the stream hands it. */
async function project(worlds: World[], until: number): Promise<void> {
  for (const { actor, campaignId } of worlds) {
    const { accountId } = actor;
    for (let at = MONDAY; at <= until; at += DAY_MS) {
      const day = new Date(at).toISOString().slice(0, 10);
      const { items } = await readEvents({ accountId, campaignId, day }, { limit: 10_000 });
      for (let start = 0; start < items.length; start += 100) {
        await countEvents(
          items.slice(start, start + 100).map((event) => ({
            id: `${campaignId}|${event.at}|${event.kind}|${event.send_id}`,
            accountId,
            campaignId,
            kind: event.kind,
            countedOn: day,
            step: event.step,
            variant: event.variant,
          })),
        );
      }
    }
  }
}
