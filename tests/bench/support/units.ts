import { now, toIso } from "@thaw/core/clock";
import { config } from "@thaw/core/config";
import { MINUTE_MS } from "@thaw/core/duration";
import { runTrigger } from "@thaw/core/engine/trigger-run/run-trigger";
import { pollMailboxes } from "@thaw/core/inbox/poll/poll-mailboxes";
import { cycleAt } from "@thaw/core/senders/mailbox/mailbox-poll";
import { patchMailbox, requireMailbox } from "@thaw/core/senders/mailbox/mailbox-record";
import { startImapBox } from "@thaw/local/demo/imap-box";
import { handler as tick } from "../../../packages/functions/src/schedule/tick.ts";
import { stoppedClock } from "../../support/clock.ts";
import { takeEveryJob } from "../../support/queued-jobs.ts";
import { makeWorld } from "../../support/world.ts";
import { countCapacity } from "./capacity.ts";
import type { Units } from "./cost-model.ts";
import { runEngine } from "./engine-run.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

/** An email of a campaign with two steps, from planning to its figures, where hundreds are counted at once. */
export async function measureEmail(smtpPort: number): Promise<Units> {
  const size = { smtpPort, mailboxes: 100, campaigns: 2, rounds: 2 };
  const { readUnits, writeUnits, queueRequests, mails } = await runEngine(size, () => () => ({}));
  return { reads: readUnits / mails, writes: writeUnits / mails, queue: queueRequests / mails };
}

/** A run of a campaign with 20 mailboxes whose places are all taken. */
export async function measureIdleRun(smtpPort: number): Promise<Units> {
  const clock = stoppedClock(MONDAY);
  const schedule = { minGapMinutes: 60 };
  const { actor, campaignId } = await makeWorld({
    smtpPort,
    mailboxes: 20,
    leads: 1_000,
    schedule,
  });
  const key = { accountId: actor.accountId, campaignId };
  await runTrigger(key, "Etc/GMT");
  clock.move(6 * MINUTE_MS);
  const used = countCapacity();
  await runTrigger(key, "Etc/GMT");
  return { reads: used.readUnits, writes: used.writeUnits, queue: 0 };
}

/** A look into a mailbox that has nothing new, in a job of fifty. */
export async function measurePoll(smtpPort: number): Promise<Units> {
  const clock = stoppedClock(toIso(Date.now()));
  const users = Array.from({ length: 50 }, (_, index) => `sender${index}@sender.example`);
  const { actor, mailboxIds } = await makeWorld({ smtpPort, users, leads: 1 });
  const { accountId } = actor;
  const mailboxes = mailboxIds.map((mailboxId) => ({ accountId, mailboxId }));
  for (const [index, address] of users.entries()) {
    const { port } = await startImapBox({ address, password: "secret", port: 0 });
    const key = { accountId, mailboxId: mailboxIds[index] ?? 0 };
    const { imap } = await requireMailbox(accountId, key.mailboxId);
    await patchMailbox(key)
      .set({ imap: { ...imap, port } })
      .go();
  }
  const look = () =>
    pollMailboxes({ mailboxes, cycle: cycleAt(now()) }, AbortSignal.timeout(60_000));
  await look();
  clock.move(5 * MINUTE_MS);
  const used = countCapacity();
  await look();
  clock.move(5 * MINUTE_MS);
  await look();
  return { reads: used.readUnits / 100, writes: used.writeUnits / 100, queue: 0 };
}

/** A minute in which nothing is due, in a stage with one campaign. */
export async function measureTick(smtpPort: number): Promise<Units> {
  const clock = stoppedClock(MONDAY);
  await makeWorld({ smtpPort, leads: 1 });
  const invoke = () => tick({} as never, {} as never, () => undefined);
  await invoke();
  await takeEveryJob({ queueUrl: (name) => config.queueUrl(name) }, "poll");
  clock.move(MINUTE_MS);
  const used = countCapacity();
  await invoke();
  return { reads: used.readUnits, writes: used.writeUnits, queue: 0 };
}
