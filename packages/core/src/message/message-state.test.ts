import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { draftMessage } from "./draft-message.ts";
import { beginSending, findMessage, recordFailure, recordSent } from "./message-state.ts";

const AT = "2026-03-02T09:00:00.000Z";

async function drafted() {
  const key = { accountId: 7, sendId: crypto.randomUUID().slice(0, 22) };
  await draftMessage({
    ...key,
    campaignId: 1,
    leadId: 1,
    step: 1,
    variant: "A",
    sequenceVersion: 1,
    mailboxId: 1,
    scheduledAt: AT,
    dueAt: AT,
  });
  return key;
}

/** Every update is done twice, as by a client that did not hear the first answer. */
function unheard(): Disposable {
  const stop = client.intercept(async (action, input, next) => {
    if (action === "UpdateItem") await next(input);
    return next(input);
  });
  return { [Symbol.dispose]: stop };
}

test("a write whose answer was lost counts as done, so that what follows from it is not left out", async () => {
  const [sent, failed] = [await drafted(), await drafted()];
  const fence = "ours";
  using _unheard = unheard();
  for (const key of [sent, failed]) {
    expect(await beginSending(key, { fence, leaseUntil: AT })).toBe(true);
  }
  expect(await recordSent(sent, fence, { sentAt: AT, subject: "Hi", messageId: "<x>" })).toBe(true);
  expect(await recordFailure(failed, fence, { status: "FAILED", failure: "no" })).toBe(true);
  expect((await findMessage(sent))?.status).toBe("SENT");
});

test("what somebody else did under another fence is not ours", async () => {
  const key = await drafted();
  expect(await beginSending(key, { fence: "theirs", leaseUntil: AT })).toBe(true);
  expect(await beginSending(key, { fence: "ours", leaseUntil: AT })).toBe(false);
  expect(await recordSent(key, "ours", { sentAt: AT, subject: "", messageId: "" })).toBe(false);
});
