import { afterAll, beforeAll, expect, test } from "vitest";
import { startCloud, type TestCloud } from "../../../../tests/support/cloud.ts";
import { testUser } from "../../../../tests/support/user.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { rotateApiKey } from "../account/api-key.ts";
import { inviteMember } from "../account/invitation.ts";
import { login } from "../account/login.ts";
import { changePassword } from "../account/security.ts";
import { authenticateToken } from "../account/session.ts";
import { changeMemberRole } from "../account/team.ts";
import { type Actor, NOBODY, systemActor } from "../actor.ts";
import { createCampaign } from "../campaign/campaign.ts";
import { deleteCampaign } from "../campaign/campaign-life.ts";
import { deleteMailbox } from "../mailbox/mailbox-delete.ts";
import { setPlan } from "../plan/set-plan.ts";
import { listActivity } from "./activity-log.ts";

const PASSWORD = "glacier-2026";
const ip = "192.0.2.44";
const origin = { ip, userAgent: "test" };

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startCloud();
});
afterAll(() => cloud[Symbol.asyncDispose]());

async function loggedIn(): Promise<Actor> {
  const { email } = await testUser("owner", PASSWORD);
  const result = await login({ ...NOBODY, origin }, { email, password: PASSWORD });
  return { ...(await authenticateToken("token" in result ? result.token : "")), origin };
}

test("logins, roles, keys, deletions and the plan are written down with who, when, from where and to what [PERM-20]", async () => {
  const actor = await loggedIn();
  const email = `${crypto.randomUUID()}@firm.example`;
  const { id: member_id } = await inviteMember(actor, { email, role: "ADMIN_ACCESS" });
  await changeMemberRole(actor, { member_id, role: "VIEW_ONLY_ACCESS" });
  await rotateApiKey(actor, {});
  const { mailboxIds } = await makeWorld({ smtpPort: 1, leads: 1, start: false, actor });
  const { id: campaign_id } = await createCampaign(actor, { name: "Autumn" });
  await deleteCampaign(actor, { campaign_id, name: "Autumn" });
  await deleteMailbox(actor, { mailbox_id: mailboxIds[0] ?? 0 });
  await setPlan(systemActor(actor.accountId), { plan_type: "PRO", is_sub: true });

  const { items } = await listActivity(actor, {});
  const by = { actor_id: actor.userId, actor_name: "Ada", ip, at: expect.any(String) };
  expect(items).toMatchObject([
    { action: "plan_changed", actor_id: 0, target: "PRO", detail: "TRIAL → PRO" },
    { ...by, action: "mailbox_deleted", target: "sender0@sender.example" },
    { ...by, action: "campaign_deleted", target: "Autumn" },
    { ...by, action: "key_made" },
    { ...by, action: "role_changed", target: email },
    { ...by, action: "member_invited", target: email, detail: "ADMIN_ACCESS" },
    { ...by, action: "logged_in" },
  ]);
});

test("acts are found by kind and by person, page by page", async () => {
  const actor = await loggedIn();
  for (let round = 0; round < 3; round++) await rotateApiKey(actor, {});
  const first = await listActivity(actor, { kind: ["key"], limit: 2 });
  expect(first.items.map(({ action }) => action)).toEqual(["key_made", "key_made"]);
  const rest = await listActivity(actor, { kind: ["key"], limit: 2, cursor: first.cursor });
  expect(rest.items.length).toBe(1);
  expect((await listActivity(actor, { actor_id: actor.userId })).items.length).toBe(4);
  expect((await listActivity(actor, { actor_id: actor.userId + 1 })).items).toEqual([]);
});

test("what is refused is not written down", async () => {
  const actor = await loggedIn();
  const wrong = { current_password: "wrong-Pass-1", new_password: "glacier-2027" };
  await expect(changePassword(actor, wrong)).rejects.toMatchObject({ code: "invalid" });
  const { items } = await listActivity(actor, { kind: "login" });
  expect(items.map(({ action }) => action)).toEqual(["logged_in"]);
});
