import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { startCloud, type TestCloud } from "../../../../../tests/support/cloud.ts";
import {
  type Subject,
  startOidcProvider,
  type Twist,
} from "../../../../../tests/support/oidc-provider.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { told } from "../../../../../tests/support/told.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { type Actor, NOBODY, systemActor } from "../../actor.ts";
import { MINUTE_MS } from "../../duration.ts";
import { login } from "../login/login.ts";
import { forgotPassword, resetPassword } from "../login/mailed-link.ts";
import { setTwoStepLogin } from "../login/security.ts";
import { signUp } from "../login/sign-up.ts";
import { verifyUser } from "../login/verification.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { getCurrentPlan } from "../subscription-plan/current-plan.ts";
import { inviteMember } from "../team/invitation.ts";
import { deactivateMember } from "../team/team.ts";
import { findUserByEmail } from "../user/user-record.ts";
import { beginOidcLink, listOidcIdentities, unlinkOidcIdentity } from "./identity.ts";
import { answerOidcCode, beginOidc, finishOidc } from "./oidc-sign-in.ts";
import { completeOidcSignUp, getOidcStep } from "./oidc-sign-up.ts";

const HOST = "app.provider.example";
const PASSWORD = "glacier-2026";
const FAILED = { code: "invalid", message: "Signing in with Corp did not work. Please try again." };
const NOT_LINKED = { code: "invalid", message: expect.stringContaining("is not linked") };
const STALE = { code: "invalid", message: expect.stringContaining("begin again") };

let cloud: TestCloud;
let mails: Awaited<ReturnType<typeof startMailbox>>;
let provider: Awaited<ReturnType<typeof startOidcProvider>>;

beforeAll(async () => {
  cloud = await startCloud();
  mails = await startMailbox();
  provider = await startOidcProvider();
  Object.assign(process.env, {
    SITE_URL: `https://${HOST}`,
    ALLOW_PRIVATE_OIDC_ISSUERS: "true",
  });
});
afterAll(async () => {
  for (const name of ["SITE_URL", "ALLOW_PRIVATE_OIDC_ISSUERS", "OIDC_ISSUERS"]) {
    delete process.env[name];
  }
  await provider[Symbol.asyncDispose]();
  await mails.stop();
  await cloud[Symbol.asyncDispose]();
});

const configure = (...entries: Record<string, unknown>[]) => {
  process.env.OIDC_ISSUERS = JSON.stringify(entries.map((more) => provider.entry(more)));
};
beforeEach(() => configure({ is_trusted: true }, { id: "other", name: "Other" }));

const at = (host: string): Actor => ({
  ...NOBODY,
  origin: { ip: "", userAgent: "test", host },
});
const visitor = at(HOST);
const newAddress = (domain = `${crypto.randomUUID()}.example`) =>
  `${crypto.randomUUID()}@${domain}`;
const subjectOf = (email: string, more: object = {}): Subject => ({
  sub: crypto.randomUUID(),
  email,
  email_verified: true,
  name: "Ada",
  ...more,
});

type Way = { issuer_id?: string; actor?: Actor; next?: string; twist?: Twist };

/** From the button to the answer. */
async function come(subject: Subject, way: Way = {}) {
  const { issuer_id = "corp", actor = visitor, next, twist } = way;
  const { url, secret } = await beginOidc(actor, { issuer_id, next });
  return finishOidc(actor, { issuer_id, secret, query: provider.answer(url, subject, twist) });
}

async function signedIn(user: {
  accountId: number;
  userId: number;
  kind: "owner" | "member" | "client";
}) {
  const { token } = await issueSession(user, { ip: "192.0.2.1", userAgent: "test", host: HOST });
  return { ...(await authenticateToken(token)), origin: { ip: "", userAgent: "test", host: HOST } };
}

async function link(actor: Actor, subject: Subject, issuer_id = "corp") {
  const { url, secret } = await beginOidcLink(actor, { issuer_id });
  return finishOidc(actor, { issuer_id, secret, query: provider.answer(url, subject) });
}

async function tokenOf(answer: Awaited<ReturnType<typeof come>>): Promise<Actor> {
  if (answer.step !== "signed_in") throw new Error(`Nobody is signed in: ${answer.step}`);
  return authenticateToken(answer.token);
}

test("someone new chooses to sign up, is verified by a trusted issuer, has a trial, and comes in the next time", async () => {
  const email = newAddress();
  const subject = subjectOf(email);
  const answer = await come(subject, { next: "/app/leads/all" });
  if (answer.step !== "sign_up") throw new Error(answer.step);
  const { secret } = answer;
  expect(await findUserByEmail(email)).toBeUndefined();
  expect(await getOidcStep(visitor, { secret })).toEqual({
    step: "sign_up",
    email,
    name: "Ada",
    issuer_name: "Corp",
  });
  const form = { secret, name: "Ada Lovelace", terms_accepted: true as const };
  await expect(
    completeOidcSignUp(visitor, { ...form, terms_accepted: false as never }),
  ).rejects.toMatchObject({ fields: { terms_accepted: [told(expect.any(String))] } });
  const done = await completeOidcSignUp(visitor, form);
  const owner = await tokenOf(done);
  expect(done).toMatchObject({ next: "/app/leads/all" });
  expect(owner).toMatchObject({ kind: "owner", accountId: owner.userId });
  expect(await getCurrentPlan(owner, {})).toMatchObject({ trial_left: { days: 11 } });
  await expect(completeOidcSignUp(visitor, form)).rejects.toMatchObject(STALE);
  expect(await tokenOf(await come({ ...subject, email: newAddress() }))).toMatchObject({
    userId: owner.userId,
  });
});

test("of two colleagues who sign up by a trusted issuer at the same moment both come in, and one has the trial", async () => {
  const domain = `${crypto.randomUUID()}.example`;
  const secrets: string[] = [];
  for (const name of ["ada", "bob"]) {
    const answer = await come(subjectOf(`${name}@${domain}`));
    if (answer.step !== "sign_up") throw new Error(answer.step);
    secrets.push(answer.secret);
  }
  using _race = raceWrites(2, /^TransactWrite/);
  const entered = await Promise.all(
    secrets.map((secret) =>
      completeOidcSignUp(visitor, { secret, name: "Ada", terms_accepted: true }),
    ),
  );
  const plans = await Promise.all(
    entered.map(async (answer) => getCurrentPlan(await tokenOf(answer), {})),
  );
  expect(plans.filter((plan) => plan.has_access)).toHaveLength(1);
});

test("an issuer that is not trusted proves no address: the account waits for the mailed link", async () => {
  const email = newAddress();
  const subject = subjectOf(email);
  const answer = await come(subject, { issuer_id: "other" });
  if (answer.step !== "sign_up") throw new Error(answer.step);
  const form = { secret: answer.secret, name: "Ada", terms_accepted: true as const };
  const waiting = { step: "verify", email, sign_up_proof: expect.any(String) } as const;
  expect(await completeOidcSignUp(visitor, form)).toEqual(waiting);
  const again = await come(subject, { issuer_id: "other" });
  expect(again).toEqual(waiting);
  const uuid = await mails.uuidTo(email);
  const { sign_up_proof } = again as { sign_up_proof: string };
  await verifyUser(NOBODY, { uuid, sign_up_proof });
  expect(await come(subject, { issuer_id: "other" })).toMatchObject({ step: "signed_in" });
});

test("the sign-in of anyone who signed up with someone else's address opens nothing once its owner has verified it", async () => {
  const email = newAddress();
  const subject = subjectOf(email);
  const answer = await come(subject, { issuer_id: "other" });
  if (answer.step !== "sign_up") throw new Error(answer.step);
  const form = { secret: answer.secret, name: "Eve", terms_accepted: true as const };
  await completeOidcSignUp(visitor, form);
  await verifyUser(NOBODY, { uuid: await mails.uuidTo(email) });
  expect(await come(subject, { issuer_id: "other" })).not.toMatchObject({ step: "signed_in" });
});

test("freemail signs nobody up, and an address that is not verified opens and makes nothing", async () => {
  await expect(come(subjectOf(newAddress("gmail.com")))).rejects.toMatchObject({
    fields: { email: [told(expect.stringContaining("freemail"))] },
  });
  const owner = await testUser("owner", PASSWORD);
  for (const email_verified of [false, "false", 0, undefined]) {
    for (const email of [owner.email, newAddress()]) {
      await expect(come(subjectOf(email, { email_verified }))).rejects.toMatchObject(NOT_LINKED);
    }
  }
});

test("a verified address of a trusted issuer is linked with its owner here; one of another issuer is told nothing", async () => {
  const owner = await testUser("owner", PASSWORD);
  const [known, unknown] = await Promise.all(
    [owner.email, newAddress()].map((email) => come(subjectOf(email), { issuer_id: "other" })),
  );
  expect([known?.step, unknown?.step]).toEqual(["sign_up", "sign_up"]);
  if (known?.step !== "sign_up") throw new Error("No sign-up");
  const form = { secret: known.secret, name: "Eve", terms_accepted: true as const };
  await expect(completeOidcSignUp(visitor, form)).rejects.toMatchObject({ code: "conflict" });
  const subject = subjectOf(owner.email.toUpperCase());
  expect(await tokenOf(await come(subject))).toMatchObject({ userId: owner.userId });
  const { items } = await listOidcIdentities(await signedIn(owner), {});
  expect(items).toMatchObject([{ issuer_id: "corp", issuer_name: "Corp", email: owner.email }]);
  // Another identity of the same issuer with the same address is someone else there.
  await expect(come(subjectOf(owner.email))).rejects.toMatchObject({ code: "conflict" });
});

test("anyone who signed up with someone's address and never proved it loses the account to the person who does", async () => {
  const email = newAddress();
  await signUp(NOBODY, { name: "Eve", email, password: PASSWORD, terms_accepted: true });
  const owner = await tokenOf(await come(subjectOf(email)));
  expect(await findUserByEmail(email)).toMatchObject({ isEmailVerified: true });
  expect(await getCurrentPlan(owner, {})).toMatchObject({ trial_left: { days: 11 } });
  await expect(login(NOBODY, { email, password: PASSWORD })).rejects.toMatchObject({
    message: "Invalid email or password",
  });
});

test("the signed-in user links an identity whatever its address, and nobody else can then", async () => {
  const [ada, bob] = [await testUser("owner", PASSWORD), await testUser("member", PASSWORD)];
  const subject = subjectOf(newAddress(), { email_verified: false });
  expect(await link(await signedIn(ada), subject, "other")).toEqual({
    step: "linked",
    name: "Other",
  });
  expect(await tokenOf(await come(subject, { issuer_id: "other" }))).toMatchObject({
    userId: ada.userId,
  });
  await expect(link(await signedIn(bob), subject, "other")).rejects.toMatchObject({
    code: "conflict",
  });
  await link(await signedIn(bob), subjectOf(newAddress()), "other");
  await expect(link(await signedIn(bob), subjectOf(newAddress()), "other")).rejects.toMatchObject({
    message: expect.stringContaining("Unlink that one first"),
  });
});

test("a password that is reset by a mailed link leaves linked sign-ins, and a mail names them", async () => {
  const owner = await testUser("owner", PASSWORD);
  const email = newAddress();
  const subject = subjectOf(email);
  await link(await signedIn(owner), subject, "other");
  await forgotPassword(visitor, { email: owner.email });
  const asked = (await mails.mailsTo(owner.email)).at(-1)?.body.text ?? "";
  const uuid = /reset-password\?uuid=([0-9a-f-]{36})/.exec(asked)?.[1] ?? "";
  await resetPassword(visitor, { uuid, newPassword: "moraine-2027" });
  const told = (await mails.mailsTo(owner.email)).at(-1)?.body.text;
  expect(told).toContain(`“Other: ${email}”`);
  expect(told).not.toContain("passkeys");
  expect(await come(subject, { issuer_id: "other" })).toMatchObject({ step: "signed_in" });
});

test("to link takes a fresh session or the password, and the same person at the end", async () => {
  using clock = stoppedClock("2031-03-03T09:00:00.000Z");
  const [ada, bob] = [await testUser("owner", PASSWORD), await testUser("owner", PASSWORD)];
  const [actor, other] = [await signedIn(ada), await signedIn(bob)];
  clock.move(11 * MINUTE_MS);
  await expect(beginOidcLink(actor, { issuer_id: "corp" })).rejects.toMatchObject({
    fields: { password: [told(expect.any(String))] },
  });
  for (const wrong of [other, visitor]) {
    const { url, secret } = await beginOidcLink(actor, { issuer_id: "corp", password: PASSWORD });
    const query = provider.answer(url, subjectOf(newAddress()));
    await expect(finishOidc(wrong, { issuer_id: "corp", secret, query })).rejects.toMatchObject(
      STALE,
    );
  }
});

const TWISTS: Record<string, Twist> = {
  "of another nonce": { claims: { nonce: "another" } },
  "without a nonce": { claims: { nonce: undefined } },
  "for another audience": { claims: { aud: "somebody-else" } },
  "of another issuer": { claims: { iss: "https://accounts.example" } },
  "that has expired": { ageSeconds: 400 },
  "signed by nobody": { signedBy: "nobody" },
  "signed by another key": { signedBy: "another key" },
  "without a subject": { claims: { sub: undefined } },
};

test.each(Object.entries(TWISTS))("a token %s opens nothing", async (_name, twist) => {
  const owner = await testUser("owner", PASSWORD);
  const subject = subjectOf(owner.email);
  await expect(come(subject, { twist })).rejects.toMatchObject(FAILED);
  expect((await listOidcIdentities(await signedIn(owner), {})).items).toEqual([]);
  expect(await come(subject)).toMatchObject({ step: "signed_in" });
});

test("a response is accepted once, within fifteen minutes, at the host, by the browser and for the issuer that asked", async () => {
  using clock = stoppedClock(new Date().toISOString());
  const owner = await testUser("owner", PASSWORD);
  const subject = subjectOf(owner.email);
  const begun = async () => {
    const { url, secret } = await beginOidc(visitor, { issuer_id: "corp" });
    return { issuer_id: "corp", secret, query: provider.answer(url, subject) };
  };
  const answer = await begun();
  expect(await finishOidc(visitor, answer)).toMatchObject({ step: "signed_in" });
  await expect(finishOidc(visitor, answer)).rejects.toMatchObject(STALE);

  const [first, second] = [await begun(), await begun()];
  const swapped = { ...first, secret: second.secret };
  await expect(finishOidc(visitor, swapped)).rejects.toMatchObject(FAILED);
  await expect(finishOidc(visitor, second)).rejects.toMatchObject(STALE);
  await expect(finishOidc(visitor, { ...first, issuer_id: "other" })).rejects.toMatchObject(STALE);
  await expect(finishOidc(at("127.0.0.1"), first)).rejects.toMatchObject(STALE);
  const denied = { ...first, query: "error=access_denied&state=x" };
  await expect(finishOidc(visitor, denied)).rejects.toMatchObject(FAILED);

  const twice = await begun();
  const both = await Promise.allSettled([finishOidc(visitor, twice), finishOidc(visitor, twice)]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);

  const late = await begun();
  clock.move(15 * MINUTE_MS);
  await expect(finishOidc(visitor, late)).rejects.toMatchObject(STALE);
});

test("two-step login asks for the mailed code also after an issuer, and takes it once", async () => {
  const owner = await testUser("owner", PASSWORD);
  await setTwoStepLogin(await signedIn(owner), { is_enabled: true, password: PASSWORD });
  const answer = await come(subjectOf(owner.email), { next: "/app/tasks" });
  if (answer.step !== "code") throw new Error(answer.step);
  const { secret } = answer;
  expect(await getOidcStep(visitor, { secret })).toEqual({ step: "code" });
  const mail = (await mails.mailsTo(owner.email)).at(-1);
  const otp = /\b(\d{6})\b/.exec(mail?.body.text ?? "")?.[1] ?? "";
  const wrong = otp === "000000" ? "000001" : "000000";
  await expect(answerOidcCode(visitor, { secret, otp: wrong })).rejects.toMatchObject({
    fields: { otp: [told(expect.any(String))] },
  });
  const entered = await answerOidcCode(visitor, { secret, otp });
  expect(entered).toMatchObject({ step: "signed_in", next: "/app/tasks" });
  expect(await tokenOf(entered)).toMatchObject({ userId: owner.userId });
  await expect(answerOidcCode(visitor, { secret, otp })).rejects.toMatchObject(STALE);
});

test("a deactivated member is told so, by a linked identity and by a trusted address [AUTH-34]", async () => {
  const member = await testUser("member", PASSWORD);
  const linked = subjectOf(newAddress());
  await link(await signedIn(member), linked, "other");
  await deactivateMember(systemActor(member.accountId), { member_id: member.userId });
  const refused = { status: 403, message: "Your access has been deactivated" };
  await expect(come(linked, { issuer_id: "other" })).rejects.toMatchObject(refused);
  await expect(come(subjectOf(member.email))).rejects.toMatchObject(refused);
});

test("someone who is only invited accepts the invitation first", async () => {
  const owner = await testUser("owner", PASSWORD);
  const email = newAddress();
  await inviteMember(await signedIn(owner), { email, role: "ADMIN_ACCESS" });
  await expect(come(subjectOf(email))).rejects.toMatchObject(NOT_LINKED);
});

test("an identity can be unlinked, unless it is the only way in", async () => {
  const email = newAddress();
  const subject = subjectOf(email);
  const answer = await come(subject);
  if (answer.step !== "sign_up") throw new Error(answer.step);
  const form = { secret: answer.secret, name: "Ada", terms_accepted: true as const };
  const owner = {
    ...(await tokenOf(await completeOidcSignUp(visitor, form))),
    origin: visitor.origin,
  };
  const idOf = async (issuer_id: string) => {
    const { items } = await listOidcIdentities(owner as Actor, {});
    return { identity_id: items.find((item) => item.issuer_id === issuer_id)?.id ?? "" };
  };
  const corp = await idOf("corp");
  await expect(unlinkOidcIdentity(owner as Actor, corp)).rejects.toMatchObject({
    code: "invalid_transition",
  });
  await link(owner as Actor, subjectOf(newAddress()), "other");
  const other = await idOf("other");
  // Both at once would leave no way in.
  const both = await Promise.allSettled([
    unlinkOidcIdentity(owner as Actor, corp),
    unlinkOidcIdentity(owner as Actor, other),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await listOidcIdentities(owner as Actor, {})).items).toHaveLength(1);

  const user = await testUser("owner", PASSWORD);
  const hasPassword = await signedIn(user);
  const theirs = subjectOf(newAddress());
  await link(hasPassword, theirs);
  const [item] = (await listOidcIdentities(hasPassword, {})).items;
  await expect(
    unlinkOidcIdentity(await signedIn(await testUser("owner", PASSWORD)), {
      identity_id: item?.id ?? "",
    }),
  ).rejects.toMatchObject({ code: "not_found" });
  await unlinkOidcIdentity(hasPassword, { identity_id: item?.id ?? "" });
  expect((await come(theirs)).step).toBe("sign_up");
});
