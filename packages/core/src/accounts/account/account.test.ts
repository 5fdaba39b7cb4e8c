import { client, table } from "@thaw/data/table";
import { afterAll, beforeAll, expect, test } from "vitest";
import { later } from "../../../../../tests/support/clock.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { DAY_MS } from "../../duration.ts";
import { login, logout } from "../login/login.ts";
import { changePassword, listSessions, revokeOtherSessions } from "../login/security.ts";
import { signUp } from "../login/sign-up.ts";
import { resendVerification, verifyUser } from "../login/verification.ts";
import { authenticateToken } from "../session/session.ts";
import { addMember } from "../team/member.ts";
import { UserEntity } from "../user/user.entity.ts";
import { getCurrentUser } from "../user/user.ts";

const PASSWORD = "glacier-2026";

let ses: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  ses = await startMailbox();
});
afterAll(() => ses.stop());

const newEmail = () => `Owner@${crypto.randomUUID()}.example`;
const from = (ip: string): Actor => ({ ...NOBODY, origin: { ip, userAgent: "test" } });
const visitor = () => from(`198.51.100.${Math.ceil(Math.random() * 250)}-${crypto.randomUUID()}`);
const form = (email: string) => ({
  name: "Ada Lovelace",
  email,
  password: PASSWORD,
  terms_accepted: true as const,
});

async function linkFrom(email: string): Promise<string> {
  const mail = (await ses.mailsTo(email)).at(-1);
  const uuid = /\/verify-account\?uuid=([0-9a-f-]{36})/.exec(mail?.body.text ?? "")?.[1];
  if (!uuid) throw new Error("No verification mail has come");
  return uuid;
}

async function newOwner() {
  const email = newEmail();
  const { sign_up_proof } = await signUp(NOBODY, form(email));
  const link = { uuid: await linkFrom(email), sign_up_proof };
  const { token, user } = await verifyUser(visitor(), link);
  return { email, token, user, actor: await authenticateToken(token) };
}

async function signIn(email: string, password = PASSWORD, actor = visitor()) {
  const result = await login(actor, { email, password });
  if (!("token" in result)) throw new Error("The address is not verified");
  return result.token;
}

test("sign-up makes an unverified owner on trial and mails a verification link [AUTH-06]", async () => {
  const email = newEmail();
  const { user } = await signUp(NOBODY, { ...form(email), referral_code: "SW-ABCDE12345" });
  expect(user).toMatchObject({
    name: "Ada Lovelace",
    email,
    user_id: null,
    role: "OWNER",
    isClient: false,
    isTeamMember: false,
    is_email_verified: false,
    has_onboarding_completed: false,
    onboarding_stage: 0,
    plan_type: "TRIAL",
    trial_start_date: null,
    timezone_preferences: { account: "Etc/GMT" },
  });
  const mails = await ses.mailsTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body.html).toContain(await linkFrom(email));
});

test("an owner and a member show every user field [AUTH-36]", async () => {
  const owner = await newOwner();
  const email = newEmail();
  const member = await addMember(owner.actor.accountId, {
    name: "Mary",
    email,
    password: PASSWORD,
    role: "VIEW_ONLY_ACCESS",
  });
  const memberActor = await authenticateToken(await signIn(email));
  const seen = await getCurrentUser(memberActor, {});
  const fields =
    "id user_id uuid name email role status isClient isTeamMember is_email_verified plan_type " +
    "trial_start_date referral_code_id client_permissions ui_permissions";
  expect(Object.keys(seen)).toEqual(expect.arrayContaining(fields.split(" ")));
  expect(seen).toMatchObject({
    id: member.userId,
    user_id: owner.user.id,
    isTeamMember: true,
    role: "VIEW_ONLY_ACCESS",
    status: "active",
  });
  expect(await getCurrentUser(owner.actor, {})).toMatchObject({
    id: owner.user.id,
    user_id: null,
    isTeamMember: false,
    role: "OWNER",
    referral_code_id: expect.stringMatching(/^SW-[A-Z0-9]{10}$/),
  });
});

test("an address that differs only in case cannot sign up again [AUTH-23]", async () => {
  const email = newEmail();
  const { user } = await signUp(NOBODY, form(email));
  await expect(signUp(NOBODY, form(email.toUpperCase()))).rejects.toMatchObject({
    code: "conflict",
    status: 409,
  });
  const result = await login(visitor(), { email: email.toLowerCase(), password: PASSWORD });
  expect(result).toMatchObject({ user: { id: user.id } });
});

test("of several sign-ups for one address at the same moment one wins [AUTH-23]", async () => {
  const email = newEmail();
  using _race = raceWrites(5, /^TransactWrite/);
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => signUp(NOBODY, form(email))),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
  }
});

test("a verification link verifies, starts the trial and signs in, once [AUTH-26]", async () => {
  const email = newEmail();
  await signUp(NOBODY, form(email));
  const uuid = await linkFrom(email);
  const { token, user } = await verifyUser(visitor(), { uuid });
  expect(user.is_email_verified).toBe(true);
  expect(Date.parse(user.trial_start_date ?? "")).toBeGreaterThan(0);
  expect(await authenticateToken(token)).toMatchObject({ userId: user.id, kind: "owner" });
  await expect(verifyUser(visitor(), { uuid })).rejects.toMatchObject({
    status: 400,
    message: "This link has expired",
  });
});

test("a verification link opened five times at once signs in once [AUTH-26]", async () => {
  const email = newEmail();
  await signUp(NOBODY, form(email));
  const uuid = await linkFrom(email);
  using _race = raceWrites(5);
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => verifyUser(visitor(), { uuid })),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
});

test("a verification link dies after 24 hours and can be had anew, once a minute [AUTH-26]", async () => {
  const email = newEmail();
  await signUp(NOBODY, form(email));
  const uuid = await linkFrom(email);
  using _day = later(DAY_MS + 1);
  await expect(verifyUser(visitor(), { uuid })).rejects.toMatchObject({ status: 400 });
  await resendVerification(NOBODY, { email });
  await expect(resendVerification(NOBODY, { email })).rejects.toMatchObject({ status: 429 });
  expect(await ses.mailsTo(email)).toHaveLength(2);
  const fresh = await linkFrom(email);
  expect((await verifyUser(visitor(), { uuid: fresh })).user.is_email_verified).toBe(true);
});

test("a link for an address that is unknown or verified is not mailed, with the same answer", async () => {
  const { email } = await newOwner();
  const unknown = newEmail();
  expect(await resendVerification(NOBODY, { email })).toEqual({ sent: true });
  expect(await resendVerification(NOBODY, { email: unknown })).toEqual({ sent: true });
  expect(await ses.mailsTo(email)).toHaveLength(1);
  expect(await ses.mailsTo(unknown)).toHaveLength(0);
});

test("a deactivated member cannot sign in and loses the session at once [AUTH-34]", async () => {
  const owner = await newOwner();
  const email = newEmail();
  const { accountId, userId } = await addMember(owner.actor.accountId, {
    name: "Mary",
    email,
    password: PASSWORD,
    role: "FULL_MEMBER_ACCESS",
  });
  const token = await signIn(email);
  await UserEntity.patch({ accountId, userId }).set({ status: "deactivated" }).go();
  await expect(authenticateToken(token)).rejects.toMatchObject({ status: 401 });
  await expect(signIn(email)).rejects.toMatchObject({
    status: 403,
    message: "Your access has been deactivated",
  });
  await expect(signIn(email, "wrong-2026")).rejects.toMatchObject({ status: 400 });
});

test("logging out kills the token at once [AUTH-32]", async () => {
  const { email } = await newOwner();
  const [first, second] = [await signIn(email), await signIn(email)];
  await logout(await authenticateToken(first), {});
  await expect(authenticateToken(first)).rejects.toMatchObject({
    status: 401,
    message: "Your session has expired. Please login again.",
  });
  expect((await authenticateToken(second)).kind).toBe("owner");
});

test("a new password needs the current one and ends every other session", async () => {
  const { email, actor, token } = await newOwner();
  const other = await signIn(email);
  const change = (current: string) =>
    changePassword(actor, { current_password: current, new_password: "iceberg-2027" });
  await expect(change("wrong-2026")).rejects.toMatchObject({
    status: 400,
    message: "Invalid password",
  });
  await change(PASSWORD);
  await expect(authenticateToken(other)).rejects.toMatchObject({ status: 401 });
  expect((await authenticateToken(token)).userId).toBe(actor.userId);
  await expect(signIn(email)).rejects.toMatchObject({ status: 400 });
  expect(await signIn(email, "iceberg-2027")).toMatch(/^ey/);
});

test("a user sees their own sessions and can end all others", async () => {
  const { email, actor, token } = await newOwner();
  await newOwner();
  const other = await signIn(email);
  const { items } = await listSessions(actor, {});
  expect(items).toHaveLength(2);
  expect(items.filter((session) => session.is_current)).toHaveLength(1);
  await revokeOtherSessions(actor, {});
  await expect(authenticateToken(other)).rejects.toMatchObject({ status: 401 });
  expect((await authenticateToken(token)).userId).toBe(actor.userId);
});

test("neither a password nor a token nor a link's uuid is stored in readable form [AUTH-22]", async () => {
  const { email, token } = await newOwner();
  const pending = newEmail();
  await signUp(NOBODY, { ...form(pending), password: "canary-31337" });
  const uuid = await linkFrom(pending);
  let rows = "";
  let from: unknown;
  do {
    const page = await client.send("Scan", { TableName: table, ExclusiveStartKey: from });
    rows += JSON.stringify(page.Items);
    from = page.LastEvaluatedKey;
  } while (from);
  expect(rows).toContain(email);
  for (const secret of ["canary-31337", PASSWORD, token, uuid]) expect(rows).not.toContain(secret);
});

test("nothing that a user or a session answers holds the password's hash [AUTH-22]", async () => {
  const { actor, user } = await newOwner();
  const answers = [user, await getCurrentUser(actor, {}), await listSessions(actor, {})];
  expect(JSON.stringify(answers)).not.toMatch(/argon2|password/i);
});
