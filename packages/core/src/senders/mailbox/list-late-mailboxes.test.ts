import { expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { makeWorld } from "../../../../../tests/support/world.ts";
import { now, toIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { listLateMailboxes } from "./list-late-mailboxes.ts";
import { getMailbox, listMailboxes } from "./mailbox.ts";
import { findCursor, moveCursor } from "./mailbox-cursor.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
await cloudOfFile();

const NOTHING = { cursors: {}, keepsSent: undefined };

test("a mailbox that is read every five minutes is never late, one that is not is named from a quarter of an hour past its plan, and no later than ten minutes after", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const world = await makeWorld({ smtpPort: 1, leads: 1, mailboxes: 2, start: false });
  const { actor, mailboxIds } = world;
  const [idle = 0, broken = 0] = mailboxIds;
  const { accountId } = actor;
  const readIt = async (mailboxId: number, isWhole = true) => {
    const key = { accountId, mailboxId };
    const seen = await findCursor(key);
    await moveCursor(key, seen, { ...NOTHING, cursors: seen?.cursors ?? {}, isWhole });
    return (await findCursor(key))?.readAt !== seen?.readAt;
  };
  const written: boolean[] = [];
  for (let minute = 0; minute < 60; minute += 5, clock.move(5 * MINUTE_MS)) {
    written.push(await readIt(idle));
    expect(await listLateMailboxes(actor, {})).toEqual({ items: [], total: 0 });
    if (minute < 25) await readIt(broken);
    // It answers and breaks off: that is no reading.
    else await readIt(broken, false);
    if (minute >= 45) break;
  }
  // Every second look that finds nothing is recorded.
  expect(written.filter(Boolean)).toHaveLength(written.length / 2);

  const readAt = "2026-03-02T09:20:00.000Z";
  expect(now()).toBe(Date.parse(readAt) + 25 * MINUTE_MS);
  clock.move(5 * MINUTE_MS + 1);
  expect(await listLateMailboxes(actor, {})).toEqual({
    items: [{ id: broken, email: "sender1@sender.example", read_at: readAt }],
    total: 1,
  });
  const { items } = await listMailboxes(actor, {});
  expect(items.map(({ is_late }) => is_late)).toEqual([false, true]);
  const detail = await getMailbox(actor, { mailbox_id: broken });
  expect(detail).toMatchObject({ read_at: readAt, is_late: true });
  expect(toIso(now()) > readAt).toBe(true);
});

test("a mailbox that was never read is late from its connection on, and no user is told of another account's", async () => {
  using clock = stoppedClock("2026-03-02T09:00:00.000Z");
  const { actor } = await makeWorld({ smtpPort: 1, leads: 1, start: false });
  clock.move(31 * MINUTE_MS);
  expect(await listLateMailboxes(actor, {})).toMatchObject({ total: 1 });
  const stranger = { ...actor, accountId: actor.accountId + 1 };
  const client = {
    ...actor,
    scope: { kind: "client", clientId: 3, hiddenCategoryIds: [] } as const,
  };
  for (const other of [stranger, client]) {
    expect(await listLateMailboxes(other, {})).toEqual({ items: [], total: 0 });
  }
});
