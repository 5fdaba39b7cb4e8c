import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import {
  beginSending,
  findMessage,
  type MessageRecord,
  recordFailure,
  recordSent,
} from "./message-state.ts";

const AT = "2026-03-02T09:00:00.000Z";

const planned = (): MessageRecord => ({
  accountId: 7,
  sendId: crypto.randomUUID().slice(0, 22),
  campaignId: 1,
  leadId: 1,
  step: 1,
  variant: "A",
  sequenceVersion: 1,
  mailboxId: 1,
  status: "DRAFTED",
  scheduledAt: AT,
  dueAt: AT,
  existingRow: "unread",
});

/** Every write is done twice, as by a client that did not hear the first answer. */
function unheard(): Disposable {
  const stop = client.intercept(async (action, input, next) => {
    if (/^(Put|Update)/.test(action)) await next(input);
    return next(input);
  });
  return { [Symbol.dispose]: stop };
}

test("a write whose answer was lost counts as done, so that what follows from it is not left out", async () => {
  const [sent, failed] = [planned(), planned()];
  const fence = "ours";
  using _unheard = unheard();
  for (const key of [sent, failed]) {
    expect(await beginSending(key, { fence, leaseUntil: AT })).toBe(true);
  }
  expect(await recordSent(sent, fence, { sentAt: AT, subject: "Hi", messageId: "<x>" })).toBe(true);
  expect(
    await recordFailure(failed, fence, {
      status: "FAILED",
      failure: { kind: "message", text: "no" },
    }),
  ).toBe(true);
  expect((await findMessage(sent))?.status).toBe("SENT");
});

test("a write under another fence does not count as ours", async () => {
  const key = planned();
  expect(await beginSending(key, { fence: "theirs", leaseUntil: AT })).toBe(true);
  expect(await beginSending(key, { fence: "ours", leaseUntil: AT })).toBe(false);
  expect(await recordSent(key, "ours", { sentAt: AT, subject: "", messageId: "" })).toBe(false);
});
