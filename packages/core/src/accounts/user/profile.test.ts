import * as v from "valibot";
import { expect, test } from "vitest";
import { startCloud } from "../../../../../tests/support/cloud.ts";
import { uploadTo } from "../../../../../tests/support/upload.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import type { Actor } from "../../actor.ts";
import { startAssetUpload, startProfileUpload } from "../../kernel/upload/upload.ts";
import { updateAiSettings } from "../ai/ai-settings.ts";
import { rotateApiKey } from "../api-key/api-key.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { addMember } from "../team/member.ts";
import { findMembers } from "../team/team-row.ts";
import { UserChanges, UserRecord } from "./profile.schema.ts";
import { getUserRecord, profileIdOf, updateProfile } from "./profile.ts";

const ORIGIN = { ip: "192.0.2.1", userAgent: "test" };

async function newOwner() {
  const owner = await testUser("owner", "owner-Pass-1");
  return authenticateToken((await issueSession(owner, ORIGIN)).token);
}

async function newMember(accountId: number, role: "ADMIN_ACCESS" | "FULL_MEMBER_ACCESS") {
  const email = `${crypto.randomUUID()}@firm.example`;
  const names = { name: "Grace", email, password: "member-Pass-1" };
  const member = await addMember(accountId, { ...names, role });
  return authenticateToken((await issueSession(member, ORIGIN)).token);
}

const change = (actor: Actor, changes: object) =>
  updateProfile(actor, { id: profileIdOf(actor), changes });

test("a profile's id is a member's own, and the account's for its owner [GQL-09]", () => {
  expect(profileIdOf({ kind: "member", accountId: 7, userId: 12 })).toBe(12);
  expect(profileIdOf({ kind: "owner", accountId: 7, userId: 8 })).toBe(7);
  // Not its agency's, which is nothing for it to change.
  expect(profileIdOf({ kind: "client", accountId: 7, userId: 13 })).toBe(13);
});

test("every field of a new user's record has its shape", async () => {
  const owner = await newOwner();
  expect(await getUserRecord(owner, {})).toMatchObject({
    id: owner.userId,
    user_id: null,
    role: "OWNER",
    isTeamMember: false,
    show_guidance: true,
    user_ui_status: {},
    notify_on_disconnect: true,
    designation: "",
    provider: "password",
    profile_pic_url: null,
    logo: null,
    timezone_preferences: { account: "Etc/GMT", agency: "Etc/GMT", client: "Etc/GMT" },
    activity_logs: [expect.objectContaining({ action: "logged_in", actor_id: owner.userId })],
    api_key: null,
    growth_experiments: {},
  });
});

test("what someone changes of their record is read again, and the rest stays [UX-02]", async () => {
  const member = await newMember((await newOwner()).accountId, "FULL_MEMBER_ACCESS");
  const changes = {
    name: "Ada Lovelace",
    designation: "Analyst",
    show_guidance: false,
    notify_on_disconnect: false,
    user_ui_status: { "lead-import.tip": { dismissed_at: "2026-01-02T03:04:05.000Z" } },
    timezone_preferences: { agency: "Europe/Berlin" },
  };
  const timezones = { account: "Etc/GMT", agency: "Europe/Berlin", client: "Etc/GMT" };
  const expected = { ...changes, timezone_preferences: timezones };
  expect(await change(member, changes)).toMatchObject(expected);
  await change(member, { timezone_preferences: { client: "Asia/Tokyo" } });
  expect(await getUserRecord(member, {})).toMatchObject({
    ...expected,
    timezone_preferences: { ...timezones, client: "Asia/Tokyo" },
  });
});

test("a picture and a logo are uploads taken into use, shown by their address and taken away again [UX-02]", async () => {
  await using _cloud = await startCloud();
  const owner = await newOwner();
  const image = { fileType: "image/png" } as const;
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const picture = await uploadTo(await startProfileUpload(owner, image), png);
  const form = await startAssetUpload(owner, { ...image, resourceEndpoint: "white-label" });
  const logo = await uploadTo(form, png);
  const changed = await change(owner, { profile_pic_url: picture, logo });
  const addressOf = (key: string) =>
    expect.stringMatching(new RegExp(`^http.*/file/.*/${key.slice(key.lastIndexOf("/") + 1)}$`));
  expect(changed).toMatchObject({ profile_pic_url: addressOf(picture), logo: addressOf(logo) });
  // The address of a picture is none of an upload, wherever it points.
  for (const column of ["profile_pic_url", "logo"]) {
    const elsewhere = { [column]: "https://elsewhere.example/pixel.png" };
    await expect(change(owner, elsewhere)).rejects.toMatchObject({ code: "not_found" });
  }
  const removed = await change(owner, { profile_pic_url: null, logo: null });
  expect(removed).toMatchObject({ profile_pic_url: null, logo: null });
});

test("keys are shown by their last characters, to users who may make them [UX-02]", async () => {
  const owner = await newOwner();
  const member = await newMember(owner.accountId, "FULL_MEMBER_ACCESS");
  const { api_key } = await rotateApiKey(owner, {});
  await updateAiSettings(owner, { secret_key: "sk-abcdefgh1234" });
  const seen = await getUserRecord(owner, {});
  expect(seen).toMatchObject({
    api_key: `…${api_key.slice(-4)}`,
    gpt_api_info: { provider: "api.openai.com", key_masked: "…1234" },
    activity_logs: expect.arrayContaining([expect.objectContaining({ action: "key_made" })]),
  });
  expect(JSON.stringify(seen)).not.toContain(api_key);
  expect(await getUserRecord(member, {})).toMatchObject({ api_key: null, activity_logs: null });
});

test("nobody changes someone else's record, and the account's timezone belongs to its settings", async () => {
  const owner = await newOwner();
  const admin = await newMember(owner.accountId, "ADMIN_ACCESS");
  const member = await newMember(owner.accountId, "FULL_MEMBER_ACCESS");
  const stranger = await newOwner();
  const rename = (actor: Actor, id: number) => updateProfile(actor, { id, changes: { name: "X" } });
  await expect(rename(owner, member.userId)).rejects.toMatchObject({ code: "forbidden" });
  await expect(rename(stranger, owner.userId)).rejects.toMatchObject({ code: "not_found" });
  const move = { timezone_preferences: { account: "Europe/Paris" } };
  await expect(change(member, move)).rejects.toMatchObject({ code: "forbidden" });
  expect(await change(admin, move)).toMatchObject({
    timezone_preferences: { account: "Europe/Paris" },
  });
  expect(await getUserRecord(member, { id: owner.userId })).toBeNull();
  expect(await getUserRecord(admin, { id: member.userId })).toMatchObject({ id: member.userId });
  expect(await getUserRecord(admin, { id: stranger.userId })).toBeNull();
});

test("the shape of a user takes what is right and refuses what is not, unknown keys among it [AUTH-37]", async () => {
  const record = await getUserRecord(await newOwner(), {});
  const fits = (more: object) => v.is(UserRecord, { ...record, ...more });
  expect(fits({})).toBe(true);
  expect(fits({ api_key: "…a1b2", gpt_api_info: null, trial_start_date: null })).toBe(true);
  const wrong = [
    { id: 1.5 },
    { uuid: "7" },
    { role: "BOSS" },
    { isClient: "yes" },
    { onboarding_stage: 6 },
    { logo: "http://elsewhere.example/logo.png" },
    { profile_pic_url: "javascript:alert(1)" },
    { client_permissions: { permissions: ["everything"], restricted_category_ids: [] } },
    { user_ui_status: { tip: true } },
    { activity_logs: [{ at: "yesterday", actor_id: 1, action: "a", target: "", ip: "" }] },
    { timezone_preferences: { account: "Mars/Olympus", agency: "Etc/GMT", client: "Etc/GMT" } },
    { status: "asleep" },
    { designation: "x".repeat(101) },
    { referral_code_id: "XX-1" },
    { provider: "facebook" },
    { plan_type: "FREE" },
    { api_key: "0123456789abcdef0123456789abcdef01234567" },
    { password_hash: "$argon2id$" },
  ];
  for (const more of wrong) expect([more, fits(more)]).toEqual([more, false]);
});

test("every write of a user is checked, and what may not be written is refused", async () => {
  const member = await newMember((await newOwner()).accountId, "FULL_MEMBER_ACCESS");
  const wrong = [
    { name: " " },
    { designation: "x".repeat(101) },
    { show_guidance: "yes" },
    { user_ui_status: { "a b": { dismissed_at: "2026-01-02T03:04:05.000Z" } } },
    { user_ui_status: { tip: { dismissed_at: "soon" } } },
    { timezone_preferences: { agency: "Mars/Olympus" } },
    { role: "OWNER" },
    { email: "new@firm.example" },
    { plan_type: "ENTERPRISE" },
    { api_key: "0123456789abcdef0123456789abcdef01234567" },
  ];
  for (const changes of wrong) {
    expect([changes, v.is(UserChanges, changes)]).toEqual([changes, false]);
    await expect(change(member, changes)).rejects.toMatchObject({ code: "invalid" });
  }
  expect(await getUserRecord(member, {})).toMatchObject({ name: "Grace", designation: "" });
});

test("a pattern finds names whatever their case, with % for any text and _ for one character", async () => {
  const owner = await newOwner();
  const find = async (_ilike: string) =>
    (await findMembers(owner, { where: { name: { _ilike } } })).length;
  await newMember(owner.accountId, "FULL_MEMBER_ACCESS");
  for (const pattern of ["grace", "%", "G%E", "g_ace", "%a%c%", "grace%", "%%grace"]) {
    expect([pattern, await find(pattern)]).toEqual([pattern, 1]);
  }
  for (const pattern of ["", "grac", "_race_", "%x%", "race", "g%z", "[g]race", "gr.ce"]) {
    expect([pattern, await find(pattern)]).toEqual([pattern, 0]);
  }
  // A hundred of these would keep a naive reading busy for ever.
  expect(await find(`${"%a".repeat(100)}b`)).toBe(0);
});
