import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { jobIn, messageIn } from "../../../../../tests/support/campaign-run.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import type { SinkOptions } from "../../../../../tests/support/sink.ts";
import { makeSinkWorld } from "../../../../../tests/support/sink-world.ts";
import type { World } from "../../../../../tests/support/world.ts";
import { pauseCampaign } from "../../campaigns/campaign/campaign-launch.ts";
import { nowIso } from "../../clock.ts";
import { readSlots } from "../../senders/send-slot/send-slot.ts";
import { runTrigger } from "../trigger-run/run-trigger.ts";
import { sendBatch } from "./send-batch.ts";
import { sendMessage } from "./send-message.ts";
import { SendSession } from "./send-session.ts";

const MINUTE = 60_000;
const MONDAY = "2026-03-02T09:00:00.000Z";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

/** One mail that a run has planned, and whose instant has come. */
async function planned(hooks: SinkOptions) {
  const it = await makeSinkWorld(MONDAY, {}, hooks);
  const { actor, campaignId } = it.world;
  await runTrigger({ accountId: actor.accountId, campaignId }, "Etc/GMT");
  it.clock.move(15 * MINUTE);
  return it;
}

async function slotOf({ actor, mailboxIds }: World) {
  const [slot] = await readSlots(actor.accountId, mailboxIds);
  if (!slot) throw new Error("The mailbox has no slot");
  return slot;
}

test("a slot whose mail was accepted stays used although the record of it fails", async () => {
  let stop: (() => void) | undefined;
  await using it = await planned({
    beforeAccept() {
      stop = client.intercept(() => Promise.reject(new Error("the table is away")));
    },
  });
  const [result] = await sendBatch([jobIn(it.world)]);
  stop?.();
  expect(result?.error).toMatchObject({ message: "the table is away" });
  expect(it.sink.mails).toHaveLength(1);
  expect((await messageIn(it.world))?.status).toBe("SENDING");
  expect(await slotOf(it.world)).toMatchObject({
    sentToday: 1,
    pending: 0,
    lastSendAt: nowIso(),
  });
});

test("a slot that was taken and not used is as it was before, once its connection is closed", async () => {
  let world: World | undefined;
  await using it = await planned({
    async onLogin() {
      if (world) await pauseCampaign(world.actor, { campaign_id: world.campaignId });
      it.clock.move(3_000);
    },
  });
  world = it.world;
  const before = await slotOf(world);
  const order: string[] = [];
  await using session = new SendSession();
  const close = session.close.bind(session);
  session.close = async (mailbox) => {
    await close(mailbox);
    order.push("closed");
  };
  const stop = client.intercept((_action, input, next) => {
    const { UpdateExpression = "", ReturnValues } = input;
    const isReturn = String(UpdateExpression).includes("#sentToday") && ReturnValues === undefined;
    if (isReturn) order.push("given back");
    return next(input);
  });
  const message = await messageIn(world);
  if (message) await sendMessage(message, session);
  stop();
  expect(order).toEqual(["closed", "given back"]);
  expect(it.sink.mails).toEqual([]);
  const { lastSendAt, sentToday } = await slotOf(world);
  expect({ lastSendAt, sentToday }).toEqual({ lastSendAt: before.lastSendAt, sentToday: 0 });
});

test("a refusal of its recipient returns the slot of the day, and the gap counts from it", async () => {
  await using it = await planned({ refuse: () => "550 5.1.1 No such user" });
  await sendBatch([jobIn(it.world)]);
  expect(await slotOf(it.world)).toMatchObject({
    sentToday: 0,
    pending: 0,
    lastSendAt: nowIso(),
  });
});
