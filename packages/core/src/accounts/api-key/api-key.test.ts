import { client } from "@thaw/data/table";
import { expect, test } from "vitest";
import { later } from "../../../../../tests/support/clock.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { told } from "../../../../../tests/support/told.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import type { Actor } from "../../actor.ts";
import { DAY_MS } from "../../duration.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { addMember } from "../team/member.ts";
import { UserEntity } from "../user/user.entity.ts";
import { MOST_API_KEYS } from "./api-key.schema.ts";
import {
  authenticateApiKey,
  createApiKey,
  listApiKeys,
  renewApiKey,
  revokeApiKey,
  rotateApiKey,
} from "./api-key.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };

async function owner(): Promise<Actor> {
  const user = await testUser("owner", "glacier-2026");
  return authenticateToken((await issueSession(user, ORIGIN)).token);
}

async function admin(accountId: number): Promise<Actor> {
  const email = `${crypto.randomUUID()}@firm.example`;
  const given = { name: "A", email, password: "floe-2026", role: "ADMIN_ACCESS" } as const;
  return authenticateToken((await issueSession(await addMember(accountId, given), ORIGIN)).token);
}

const dead = { code: "unauthenticated", message: "This API key is not valid" };

test("an account has several keys by name, and each lives until it is revoked", async () => {
  const actor = await owner();
  const first = await createApiKey(actor, { name: "Website" });
  const second = await createApiKey(actor, { name: "Robot" });
  expect(first.api_key).toMatch(/^[0-9a-f]{40}$/);
  await revokeApiKey(actor, { key_id: first.id });
  await expect(authenticateApiKey(first.api_key)).rejects.toMatchObject(dead);
  expect(await authenticateApiKey(second.api_key)).toMatchObject({
    accountId: actor.accountId,
    apiKeyId: second.id,
  });
  const { items, total } = await listApiKeys(actor, {});
  expect(items).toMatchObject([{ name: "Robot", ending: second.api_key.slice(-4) }]);
  expect(total).toBe(1);
});

test("keys of another account are not there", async () => {
  const ours = await owner();
  const { id: key_id } = await createApiKey(ours, { name: "Ours" });
  const theirs = await owner();
  expect((await listApiKeys(theirs, {})).items).toEqual([]);
  const missing = { code: "not_found" };
  await expect(revokeApiKey(theirs, { key_id })).rejects.toMatchObject(missing);
  await expect(renewApiKey(theirs, { key_id })).rejects.toMatchObject(missing);
});

test("a key may do what its access says and no more", async () => {
  const actor = await owner();
  const permissionsOf = async (input: object) => {
    const { api_key } = await createApiKey(actor, { name: "Key", ...input });
    return (await authenticateApiKey(api_key)).permissions;
  };
  expect(await permissionsOf({})).toEqual(actor.permissions);
  const reading = await permissionsOf({ access: "read" });
  expect(reading.has("leads:read")).toBe(true);
  expect([...reading].filter((permission) => !permission.endsWith(":read"))).toEqual([]);
  const chosen = { access: "chosen", permissions: ["leads:read", "leads:write"] };
  expect([...(await permissionsOf(chosen))].toSorted()).toEqual(["leads:read", "leads:write"]);
  await expect(createApiKey(actor, { name: "None", access: "chosen" })).rejects.toMatchObject({
    code: "invalid",
    fields: { permissions: [told("Choose what the key may do")] },
  });
});

test("a key may do no more than who made it, at every moment", async () => {
  const actor = await owner();
  const maker = await admin(actor.accountId);
  const chosen = { name: "Key", access: "chosen", permissions: ["billing:write"] } as const;
  await expect(
    createApiKey(maker, { ...chosen, permissions: ["billing:write"] }),
  ).rejects.toMatchObject({ code: "forbidden" });
  const { api_key } = await createApiKey(maker, { name: "Key" });
  expect((await authenticateApiKey(api_key)).permissions.has("billing:write")).toBe(false);
  const { accountId, userId } = maker;
  await UserEntity.patch({ accountId, userId }).set({ role: "VIEW_ONLY_ACCESS" }).go();
  expect((await authenticateApiKey(api_key)).permissions.has("leads:write")).toBe(false);
  await UserEntity.patch({ accountId, userId }).set({ status: "deactivated" }).go();
  await expect(authenticateApiKey(api_key)).rejects.toMatchObject(dead);
});

test("a key expires on its day", async () => {
  const actor = await owner();
  const made = await createApiKey(actor, { name: "Week", expires_in_days: 7 });
  {
    using _before = later(7 * DAY_MS - 60_000);
    expect((await authenticateApiKey(made.api_key)).accountId).toBe(actor.accountId);
  }
  using _after = later(7 * DAY_MS + 60_000);
  await expect(authenticateApiKey(made.api_key)).rejects.toMatchObject(dead);
  const renewed = renewApiKey(actor, { key_id: made.id });
  await expect(renewed).rejects.toMatchObject({ code: "conflict" });
});

test("a renewed key's old value works while they overlap, and without an overlap not at all", async () => {
  const actor = await owner();
  const { id: key_id, api_key: first } = await createApiKey(actor, { name: "Robot" });
  const { api_key: second } = await renewApiKey(actor, { key_id, overlap_hours: 24 });
  expect((await authenticateApiKey(first)).apiKeyId).toBe(key_id);
  expect((await authenticateApiKey(second)).apiKeyId).toBe(key_id);
  {
    using _over = later(DAY_MS + 60_000);
    await expect(authenticateApiKey(first)).rejects.toMatchObject(dead);
    expect((await authenticateApiKey(second)).apiKeyId).toBe(key_id);
  }
  const { api_key: third } = await renewApiKey(actor, { key_id });
  await expect(authenticateApiKey(first)).rejects.toMatchObject(dead);
  await expect(authenticateApiKey(second)).rejects.toMatchObject(dead);
  await revokeApiKey(actor, { key_id });
  await expect(authenticateApiKey(third)).rejects.toMatchObject(dead);
});

test("revoking a key ends the value that it replaced too", async () => {
  const actor = await owner();
  const { id: key_id, api_key } = await createApiKey(actor, { name: "Robot" });
  await renewApiKey(actor, { key_id, overlap_hours: 24 });
  await revokeApiKey(actor, { key_id });
  await expect(authenticateApiKey(api_key)).rejects.toMatchObject(dead);
});

test("the list says when a key was used last", async () => {
  const actor = await owner();
  const { api_key } = await createApiKey(actor, { name: "Robot" });
  const usedAt = async () => (await listApiKeys(actor, {})).items[0]?.last_used_at;
  expect(await usedAt()).toBeNull();
  await authenticateApiKey(api_key);
  const first = await usedAt();
  expect(first).toEqual(expect.any(String));
  using _later = later(6 * 60_000);
  await authenticateApiKey(api_key);
  expect(Date.parse((await usedAt()) ?? "")).toBeGreaterThan(Date.parse(first ?? ""));
});

test("a key cannot make, renew or revoke keys", async () => {
  const actor = await owner();
  const { id: key_id, api_key } = await createApiKey(actor, { name: "Robot" });
  const robot = await authenticateApiKey(api_key);
  const refused = { code: "forbidden" };
  await expect(createApiKey(robot, { name: "More" })).rejects.toMatchObject(refused);
  await expect(renewApiKey(robot, { key_id })).rejects.toMatchObject(refused);
  await expect(revokeApiKey(robot, { key_id })).rejects.toMatchObject(refused);
  await expect(rotateApiKey(robot, {})).rejects.toMatchObject(refused);
});

test("of five keys made at once for the last free slot an account gets one", async () => {
  const actor = await owner();
  for (let made = 1; made < MOST_API_KEYS; made++) await createApiKey(actor, { name: "Key" });
  using _race = raceWrites(5, /^TransactWrite/);
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => createApiKey(actor, { name: "Last" })),
  );
  const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason.message] : []));
  expect(refused).toEqual(Array(4).fill("An account has at most 20 API keys"));
  expect((await listApiKeys(actor, {})).items).toHaveLength(20);
});

test("no key is written to the table, and no list shows one", async () => {
  const written: string[] = [];
  const stop = client.intercept((_action, input, next) => {
    written.push(JSON.stringify(input));
    return next(input);
  });
  const actor = await owner();
  const made = await createApiKey(actor, { name: "Robot" });
  const renewed = await renewApiKey(actor, { key_id: made.id, overlap_hours: 1 });
  const rotated = await rotateApiKey(actor, {});
  const shown = JSON.stringify(await listApiKeys(actor, {}));
  for (const { api_key } of [made, renewed, rotated]) await authenticateApiKey(api_key);
  stop();
  expect(written.length).toBeGreaterThan(10);
  for (const { api_key } of [made, renewed, rotated]) {
    expect(written.filter((text) => text.includes(api_key))).toEqual([]);
    expect(shown).not.toContain(api_key);
  }
});
