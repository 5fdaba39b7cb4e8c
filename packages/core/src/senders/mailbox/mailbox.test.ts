import * as v from "valibot";
import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { told } from "../../../../../tests/support/told.ts";
import { createTag } from "../../accounts/tag/tag.ts";
import type { Actor } from "../../actor.ts";
import { AppError } from "../../error.ts";
import { readSlots } from "../send-slot/send-slot.ts";
import { changeMailboxes } from "./change-mailboxes.ts";
import {
  ConnectMailbox,
  DailyLimit,
  DEFAULT_DAILY_LIMIT,
  DEFAULT_GAP_MINUTES,
  GapMinutes,
} from "./mailbox.schema.ts";
import { getMailbox, listMailboxes, updateMailbox } from "./mailbox.ts";
import { storeMailbox } from "./mailbox-connect.ts";
import { deleteMailbox } from "./mailbox-delete.ts";
import { recordTrouble } from "./mailbox-health.ts";
import { reconnectMailbox } from "./mailbox-reconnect.ts";
import { findMailbox } from "./mailbox-record.ts";

const SERVERS = {
  smtp_host: "smtp.sender.example",
  smtp_port: 465,
  smtp_security: "SSL",
  imap_host: "imap.sender.example",
  imap_port: 993,
  imap_security: "SSL",
} as const;

const PASSWORD = "tr0ub4dor&3";

const settings = (email: string) =>
  v.parse(ConnectMailbox, { ...SERVERS, email, from_name: "Sam", password: PASSWORD });

const store = async (actor: Actor, email: string) =>
  (await storeMailbox(actor, settings(email))).mailboxId;

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

test("a mailbox sends 50 a day with 10 minutes between, from 1 to 2,000 and not below 3 minutes [MBX-16]", () => {
  const { daily_limit, min_gap_minutes } = settings("sam@sender.example");
  expect([daily_limit, min_gap_minutes]).toEqual([DEFAULT_DAILY_LIMIT, DEFAULT_GAP_MINUTES]);
  expect([DEFAULT_DAILY_LIMIT, DEFAULT_GAP_MINUTES]).toEqual([50, 10]);
  const accepts = (schema: typeof DailyLimit | typeof GapMinutes, value: unknown) =>
    v.safeParse(schema, value).success;
  expect([0, 1, 2_000, 2_001, 1.5, "40"].map((value) => accepts(DailyLimit, value))).toEqual([
    false,
    true,
    true,
    false,
    false,
    true,
  ]);
  expect([2, 3, 1_440, 1_441].map((value) => accepts(GapMinutes, value))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("a connected mailbox is read back as it was stored, without its secrets [MBX-02]", async () => {
  const actor = testActor();
  const id = await store(actor, "sam@sender.example");
  const detail = await getMailbox(actor, { mailbox_id: id });
  expect(detail).toMatchObject({
    ...SERVERS,
    id,
    provider: "generic",
    email: "sam@sender.example",
    connection_state: "CONNECTED",
    sent_today: 0,
    failures: [],
  });
  const record = await findMailbox(actor.accountId, id);
  for (const { secret } of [record?.smtp, record?.imap].flatMap((side) => side ?? [])) {
    expect(secret).not.toContain(PASSWORD);
    expect(JSON.stringify(detail)).not.toContain(secret);
  }
});

test("changing the limit and the gap changes what sending obeys", async () => {
  const actor = testActor();
  const mailbox_id = await store(actor, "sam@sender.example");
  const changed = await updateMailbox(actor, { mailbox_id, daily_limit: 7, min_gap_minutes: 4 });
  expect(changed).toMatchObject({ daily_limit: 7, min_gap_minutes: 4 });
  const [slot] = await readSlots(actor.accountId, [mailbox_id]);
  expect(slot).toMatchObject({ dailyLimit: 7, minGapMs: 4 * 60_000 });
});

test("mailboxes are found by part of their address and by one state or several", async () => {
  const actor = testActor();
  await store(actor, "Ann.Alder@sender.example");
  const lost = await store(actor, "ben@sender.example");
  const refused = { kind: "mailbox-auth", text: "No" } as const;
  const key = { accountId: actor.accountId, mailboxId: lost };
  for (let time = 0; time < 3; time++) await recordTrouble(key, "SMTP", refused);
  const emails = async (input: Parameters<typeof listMailboxes>[1]) =>
    (await listMailboxes(actor, input)).items.map(({ email }) => email);
  expect(await emails({ search: "ANN.al" })).toEqual(["ann.alder@sender.example"]);
  expect(await emails({ state: "DISCONNECTED" })).toEqual(["ben@sender.example"]);
  expect(await emails({ state: ["CONNECTED", "DISCONNECTED"] })).toHaveLength(2);
  expect(await emails({ state: ["ERROR"] })).toEqual([]);
});

test("mailboxes are found by the sender's name, their provider and their tags, and the whole list knows how many there are", async () => {
  const actor = testActor();
  const ids = [await store(actor, "ann@sender.example"), await store(actor, "ben@sender.example")];
  const [ann = 0, ben = 0] = ids;
  const other = settings("cleo@sender.example");
  await storeMailbox(actor, { ...other, provider: "zoho", from_name: "Cleo Östberg" });
  const { id: tag_id } = await createTag(actor, { name: "Warm" });
  const { id: late } = await createTag(actor, { name: "Late" });
  await changeMailboxes(actor, { mailbox_ids: ids, change: "tag", tag_id });
  await changeMailboxes(actor, { mailbox_ids: [ben], change: "tag", tag_id: late });
  const emails = async (input: Parameters<typeof listMailboxes>[1]) =>
    (await listMailboxes(actor, input)).items.map(({ email }) => email.split("@")[0]);
  expect(await emails({ search: "öst" })).toEqual(["cleo"]);
  expect(await emails({ provider: "zoho" })).toEqual(["cleo"]);
  expect(await emails({ provider: ["zoho", "generic"] })).toHaveLength(3);
  expect(await emails({ tag_id })).toEqual(["ann", "ben"]);
  expect(await emails({ tag_id: [late], provider: "generic", search: "ben" })).toEqual(["ben"]);
  const first = await listMailboxes(actor, { limit: 2 });
  expect(first).toMatchObject({ total: 3, items: [{ id: ann, tag_ids: [tag_id] }, { id: ben }] });
  const rest = await listMailboxes(actor, { limit: 2, cursor: first.cursor });
  expect(rest.items.map(({ email }) => email)).toEqual(["cleo@sender.example"]);
  expect(await emails({ order: "newest" })).toEqual(["cleo", "ben", "ann"]);
  expect((await listMailboxes(actor, { tag_id })).total).toBeUndefined();
  await updateMailbox(actor, { mailbox_id: ann, from_name: "Ánna" });
  expect(await emails({ search: "ánna" })).toEqual(["ann"]);
  await deleteMailbox(actor, { mailbox_id: ann });
  expect((await listMailboxes(actor, {})).total).toBe(2);
});

test("many mailboxes are tagged, limited and deleted at once, and each says what became of it", async () => {
  const actor = testActor();
  const ids = [await store(actor, "ann@sender.example"), await store(actor, "ben@sender.example")];
  const [ann = 0, ben = 0] = ids;
  const { id: tag_id } = await createTag(actor, { name: "Warm" });
  const change = (
    mailbox_ids: number[],
    wanted: Omit<Parameters<typeof changeMailboxes>[1], "mailbox_ids">,
  ) => changeMailboxes(actor, { mailbox_ids, ...wanted });
  await change([ann], { change: "tag", tag_id });
  expect((await change(ids, { change: "tag", tag_id })).results).toEqual([
    { id: ann, ok: true, is_same: true },
    { id: ben, ok: true, is_same: false },
  ]);
  await change([ann], { change: "untag", tag_id });
  expect((await getMailbox(actor, { mailbox_id: ann })).tag_ids).toEqual([]);
  const limited = await change([ann, ben, ann], { change: "limits", daily_limit: 30 });
  const before = { daily_limit_before: 50, min_gap_minutes_before: 10 };
  expect(limited.results).toMatchObject([
    { id: ann, ok: true, is_same: false, ...before },
    { id: ben, ok: true, is_same: false, ...before },
  ]);
  const slots = await readSlots(actor.accountId, ids);
  expect(slots.map(({ dailyLimit, minGapMs }) => [dailyLimit, minGapMs])).toEqual([
    [30, 600_000],
    [30, 600_000],
  ]);
  expect((await change([ann], { change: "limits", daily_limit: 30 })).results).toMatchObject([
    { is_same: true },
  ]);
  expect(await codeOf(change(ids, { change: "limits" }))).toBe("invalid");
  expect(await codeOf(change(ids, { change: "tag" }))).toBe("invalid");
  await deleteMailbox(actor, { mailbox_id: ann });
  expect((await change(ids, { change: "delete" })).results).toMatchObject([
    { id: ann, ok: false, code: "not_found" },
    { id: ben, ok: true },
  ]);
  expect(await listMailboxes(actor, {})).toMatchObject({ items: [], total: 0 });
});

test("a member of limited access changes none but the visible mailboxes", async () => {
  const actor = testActor();
  const mailbox_ids = [await store(actor, "ann@sender.example")];
  const { id: tag_id } = await createTag(actor, { name: "Warm" });
  const member = { ...actor, scope: { kind: "own" as const, userId: actor.userId + 1 } };
  for (const wanted of [{ change: "tag", tag_id }, { change: "delete" }] as const) {
    expect(await codeOf(changeMailboxes(member, { mailbox_ids, ...wanted }))).toBe("not_found");
  }
  expect((await listMailboxes(actor, {})).items).toMatchObject([{ tag_ids: [] }]);
  expect(await listMailboxes(member, {})).toEqual({ items: [], cursor: null });
});

test("another account's mailbox does not exist, whatever is asked of it", async () => {
  const owner = testActor();
  const stranger = testActor();
  const mailbox_id = await store(owner, "sam@sender.example");
  const reconnect = { ...SERVERS, mailbox_id, password: PASSWORD };
  expect(await codeOf(getMailbox(stranger, { mailbox_id }))).toBe("not_found");
  expect(await codeOf(updateMailbox(stranger, { mailbox_id, daily_limit: 9 }))).toBe("not_found");
  expect(await codeOf(reconnectMailbox(stranger, reconnect))).toBe("not_found");
  expect(await codeOf(deleteMailbox(stranger, { mailbox_id }))).toBe("not_found");
  expect((await listMailboxes(stranger, {})).items).toEqual([]);
  expect((await getMailbox(owner, { mailbox_id })).daily_limit).toBe(50);
});

test("without permission nobody changes a mailbox", async () => {
  const reader = testActor({ permissions: ["mailboxes:read"] });
  const mailbox_id = await store(reader, "sam@sender.example");
  const reconnect = { ...SERVERS, mailbox_id, password: PASSWORD };
  expect(await codeOf(reconnectMailbox(reader, reconnect))).toBe("forbidden");
  expect(await codeOf(deleteMailbox(reader, { mailbox_id }))).toBe("forbidden");
});

test("deleting a mailbox stops its sending, erases its secrets and frees its address", async () => {
  const actor = testActor();
  const mailbox_id = await store(actor, "sam@sender.example");
  await deleteMailbox(actor, { mailbox_id });
  expect(await findMailbox(actor.accountId, mailbox_id)).toBeUndefined();
  expect(await codeOf(getMailbox(actor, { mailbox_id }))).toBe("not_found");
  const [slot] = await readSlots(actor.accountId, [mailbox_id]);
  expect(slot?.sending).toBe("off");
  expect(JSON.stringify(slot)).not.toContain("secret");
  expect(await store(actor, "sam@sender.example")).not.toBe(mailbox_id);
});

test("the kept password goes to no other server, login or security than its own", async () => {
  const actor = testActor();
  const mailbox_id = await store(actor, "sam@sender.example");
  for (const change of [
    { smtp_host: "smtp.thief.example" },
    { imap_host: "imap.thief.example" },
    { smtp_port: 587 },
    { imap_port: 143 },
    { smtp_security: "None" as const },
    { imap_security: "None" as const },
    { user_name: "thief" },
  ]) {
    const attempt = reconnectMailbox(actor, { mailbox_id, ...SERVERS, ...change, password: "" });
    await expect(attempt).rejects.toMatchObject({
      code: "invalid",
      fields: { password: [told(expect.stringContaining("Enter the password"))] },
    });
  }
});
