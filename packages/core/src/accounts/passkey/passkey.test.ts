import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAuthenticator, type Twist } from "../../../../../tests/support/authenticator.ts";
import { later } from "../../../../../tests/support/clock.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { told } from "../../../../../tests/support/told.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { type Actor, NOBODY, systemActor } from "../../actor.ts";
import { MINUTE_MS } from "../../duration.ts";
import { listActivity } from "../activity-log/activity-log.ts";
import { forgotPassword, resetPassword } from "../login/mailed-link.ts";
import { setTwoStepLogin } from "../login/security.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { deactivateMember, reactivateMember } from "../team/team.ts";
import {
  beginPasskey,
  deletePasskey,
  finishPasskey,
  listPasskeys,
  renamePasskey,
} from "./passkey.ts";
import { beginPasskeySignIn, finishPasskeySignIn } from "./passkey-sign-in.ts";
import { isPasskeyHost } from "./passkey-site.ts";

const PASSWORD = "glacier-2026";
const ORIGIN = "https://thaw.example";
const INVALID = { code: "invalid", status: 400 };
const REFUSED = { ...INVALID, message: "This passkey does not open an account here" };

let mails: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  mails = await startMailbox();
});
afterAll(() => mails.stop());

beforeEach(() => {
  process.env.SITE_URL = ORIGIN;
});

const visitor = (ip: string = crypto.randomUUID()): Actor => ({
  ...NOBODY,
  origin: { ip, userAgent: "test" },
});

async function newUser(kind: "owner" | "member" | "client" = "owner") {
  const user = await testUser(kind, PASSWORD);
  const { token } = await issueSession(user, { ip: "", userAgent: "" });
  const actor = await authenticateToken(token);
  const device = createAuthenticator(ORIGIN);
  return {
    user,
    actor,
    device,
    add: async (name = "Laptop", twist: Twist = {}) => {
      const options = await beginPasskey(actor, {});
      return finishPasskey(actor, { name, credential: device.create(options, twist) });
    },
    signIn: async (twist: Twist = {}, as = visitor()) => {
      const options = await beginPasskeySignIn(as, {});
      return finishPasskeySignIn(as, { credential: device.get(options, twist) });
    },
  };
}

test("a password that is reset by a mailed link leaves passkeys as they are, and a mail names them", async () => {
  const { user, add, signIn } = await newUser();
  const { id } = await add("Old laptop");
  await forgotPassword(visitor(), { email: user.email });
  const linked = (await mails.mailsTo(user.email)).map(({ body }) => body.text).join();
  const uuid = /reset-password\?uuid=([0-9a-f-]{36})/.exec(linked)?.[1] ?? "";
  const { token } = await resetPassword(visitor(), { uuid, newPassword: "moraine-2027" });
  const told = (await mails.mailsTo(user.email)).at(-1)?.body.text;
  expect(told).toContain("“Old laptop”");
  expect(told).toContain(`${ORIGIN}/app/settings/security`);
  expect(await signIn()).toMatchObject({ token: expect.any(String) });
  await deletePasskey(await authenticateToken(token), { passkey_id: id });
  await expect(signIn()).rejects.toMatchObject(REFUSED);
});

test("a passkey that was added signs its user in, without an address, a password or a mailed code", async () => {
  const { user, actor, device, add, signIn } = await newUser();
  await setTwoStepLogin(actor, { is_enabled: true, password: PASSWORD });
  const options = await beginPasskey(actor, {});
  expect(options).toMatchObject({
    rp: { id: "thaw.example" },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const made = await finishPasskey(actor, { name: " Laptop ", credential: device.create(options) });
  expect(made).toMatchObject({ name: "Laptop", last_used_at: null });

  const asked = await beginPasskeySignIn(visitor(), {});
  expect(asked).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rpId: "thaw.example",
    timeout: 300_000,
    userVerification: "required",
  });
  const done = await signIn();
  expect(done).toMatchObject({ user: { id: user.userId, email: user.email }, requiresOTP: false });
  const entered = await authenticateToken("token" in done ? done.token : "");
  expect(entered).toMatchObject({ userId: user.userId, accountId: user.accountId });
  const { items } = await listPasskeys(actor, {});
  expect(items).toEqual([{ ...made, last_used_at: expect.any(String) }]);

  await expect(add("Again")).resolves.toMatchObject({ name: "Again" });
  const acts = await listActivity(actor, { kind: "login" });
  expect(acts.items.map(({ action, target }) => [action, target])).toContainEqual([
    "passkey_added",
    "Laptop",
  ]);
});

test("a browser is told which passkeys the user has, so that no device makes a second", async () => {
  const { actor, device, add } = await newUser();
  await add();
  const { excludeCredentials } = await beginPasskey(actor, {});
  expect(excludeCredentials).toEqual([
    { id: device.passkeys[0]?.id, type: "public-key", transports: ["internal"] },
  ]);
});

test("a session of more than ten minutes needs the password for another passkey", async () => {
  const { actor, device } = await newUser();
  using _later = later(11 * MINUTE_MS);
  await expect(beginPasskey(actor, {})).rejects.toMatchObject({
    ...INVALID,
    fields: { password: [told("Enter your password")] },
  });
  await expect(beginPasskey(actor, { password: "wrong-2026" })).rejects.toMatchObject({
    ...INVALID,
    fields: { password: [told("Invalid password")] },
  });
  const options = await beginPasskey(actor, { password: PASSWORD });
  const credential = device.create(options);
  await expect(finishPasskey(actor, { name: "Phone", credential })).resolves.toBeTruthy();
});

const ELSEWHERE: [string, Twist][] = [
  ["of another origin", { origin: "https://thaw.example.evil.example" }],
  ["of another site", { rpId: "evil.example" }],
  ["without user verification", { isUnverified: true }],
  ["of another ceremony", { type: "payment.get" }],
];

test.each(ELSEWHERE)("a registration %s is refused", async (_name, twist) => {
  const { actor, add } = await newUser();
  await expect(add("Laptop", twist)).rejects.toMatchObject(INVALID);
  expect((await listPasskeys(actor, {})).items).toEqual([]);
});

test.each([
  ...ELSEWHERE,
  ["for somebody else", { userHandle: "c29tZWJvZHktZWxzZQ" }],
] as typeof ELSEWHERE)("a sign-in %s is refused", async (_name, twist) => {
  const { add, signIn } = await newUser();
  await add();
  await expect(signIn(twist)).rejects.toMatchObject(REFUSED);
  await expect(signIn()).resolves.toMatchObject({ token: expect.any(String) });
});

test("an unknown passkey, a wrong signature and a used challenge get the same answer", async () => {
  const { add, device, signIn } = await newUser();
  await add();
  const ask = () => beginPasskeySignIn(visitor(), {});
  const answer = (credential: ReturnType<typeof device.get>) =>
    finishPasskeySignIn(visitor(), { credential });
  const stranger = createAuthenticator(ORIGIN);
  stranger.create({ challenge: "x", rp: { id: "thaw.example" }, user: { id: "eHl6" } });
  await expect(answer(stranger.get(await ask()))).rejects.toMatchObject(REFUSED);

  const forged = device.get(await ask());
  const { signature } = device.get(await ask()).response;
  await expect(
    answer({ ...forged, response: { ...forged.response, signature } }),
  ).rejects.toMatchObject(REFUSED);

  const right = device.get(await ask());
  await expect(answer(right)).resolves.toMatchObject({ token: expect.any(String) });
  await expect(answer(right)).rejects.toMatchObject(REFUSED);
  await expect(signIn()).resolves.toMatchObject({ token: expect.any(String) });
});

test("of two answers to one challenge at the same moment one signs in", async () => {
  const { add, device } = await newUser();
  await add();
  const credential = device.get(await beginPasskeySignIn(visitor(), {}));
  using _race = raceWrites(2, /^TransactWrite/);
  const done = await Promise.allSettled([
    finishPasskeySignIn(visitor(), { credential }),
    finishPasskeySignIn(visitor(), { credential }),
  ]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a challenge expires after five minutes", async () => {
  const { actor, add, device } = await newUser();
  await add();
  const asked = await beginPasskeySignIn(visitor(), {});
  const options = await beginPasskey(actor, {});
  using _later = later(5 * MINUTE_MS);
  await expect(
    finishPasskeySignIn(visitor(), { credential: device.get(asked) }),
  ).rejects.toMatchObject(REFUSED);
  const credential = device.create(options);
  await expect(finishPasskey(actor, { name: "Phone", credential })).rejects.toMatchObject(INVALID);
});

test("a challenge for one user or purpose is refused for another", async () => {
  const ada = await newUser();
  const bo = await newUser();
  const options = await beginPasskey(ada.actor, {});
  const credential = bo.device.create(options);
  await expect(finishPasskey(bo.actor, { name: "X", credential })).rejects.toMatchObject(INVALID);
  await ada.add();
  const { challenge } = await beginPasskey(ada.actor, {});
  const crossed = ada.device.get({ challenge, rpId: "thaw.example" });
  await expect(finishPasskeySignIn(visitor(), { credential: crossed })).rejects.toMatchObject(
    REFUSED,
  );
});

test("a signature count that does not grow means a copied passkey and is refused", async () => {
  const { add, signIn } = await newUser();
  await add("Key", { counter: 5 });
  await expect(signIn({ counter: 6 })).resolves.toMatchObject({ token: expect.any(String) });
  await expect(signIn({ counter: 6 })).rejects.toMatchObject(REFUSED);
  await expect(signIn({ counter: 0 })).rejects.toMatchObject(REFUSED);
  await expect(signIn({ counter: 7 })).resolves.toMatchObject({ token: expect.any(String) });
});

test("a user who was shut out stays out, and comes back in with the same passkey once let in again", async () => {
  const { user, add, signIn } = await newUser("member");
  await add();
  const owner = systemActor(user.accountId);
  await deactivateMember(owner, { member_id: user.userId });
  await expect(signIn()).rejects.toMatchObject({
    code: "forbidden",
    message: "Your access has been deactivated",
  });
  await reactivateMember(owner, { member_id: user.userId });
  await expect(signIn()).resolves.toMatchObject({ token: expect.any(String) });
});

test("an agency's client has no passkeys: they would lead past the agency's own host", async () => {
  const { actor } = await newUser("client");
  await expect(beginPasskey(actor, {})).rejects.toMatchObject({ code: "forbidden" });
});

test("ten wrong tries lock a passkey for fifteen minutes", async () => {
  const { add, signIn } = await newUser();
  await add();
  for (let round = 0; round < 10; round++) {
    await expect(signIn({ isUnverified: true })).rejects.toMatchObject(REFUSED);
  }
  await expect(signIn()).rejects.toMatchObject({ status: 429 });
  using _later = later(16 * MINUTE_MS);
  await expect(signIn()).resolves.toMatchObject({ token: expect.any(String) });
});

test("a user has at most ten passkeys, also when two are added at the same moment", async () => {
  const { actor, device, add } = await newUser();
  for (let count = 0; count < 9; count++) await add(`Key ${count}`);
  const finishers = [];
  for (const name of ["Tenth", "Eleventh"]) {
    const credential = device.create(await beginPasskey(actor, {}));
    finishers.push(() => finishPasskey(actor, { name, credential }));
  }
  const done = await Promise.allSettled(finishers.map((finish) => finish()));
  expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(done.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "conflict", message: "You can have at most 10 passkeys" },
  });
  expect((await listPasskeys(actor, {})).items).toHaveLength(10);
});

test("a passkey belongs to one user of the whole product", async () => {
  const ada = await newUser();
  const bo = await newUser();
  await ada.add();
  const options = await beginPasskey(bo.actor, {});
  const made = ada.device.passkeys[0];
  // The same key pair under the same id, offered by someone else.
  const stolen = ada.device.create(options, { copyOf: made });
  await expect(finishPasskey(bo.actor, { name: "Mine", credential: stolen })).rejects.toMatchObject(
    { code: "conflict", message: "This passkey is registered already" },
  );
  await expect(ada.signIn()).resolves.toMatchObject({ user: { id: ada.user.userId } });
});

test("a passkey can be renamed, and does not sign in once it is removed; those of others are not found", async () => {
  const { actor, add, signIn } = await newUser();
  const stranger = await newUser();
  const { id: passkey_id } = await add();
  const NOT_FOUND = { code: "not_found" };
  await expect(renamePasskey(stranger.actor, { passkey_id, name: "X" })).rejects.toMatchObject(
    NOT_FOUND,
  );
  await expect(deletePasskey(stranger.actor, { passkey_id })).rejects.toMatchObject(NOT_FOUND);
  await renamePasskey(actor, { passkey_id, name: "Work laptop" });
  expect((await listPasskeys(actor, {})).items).toMatchObject([{ name: "Work laptop" }]);
  await deletePasskey(actor, { passkey_id });
  expect((await listPasskeys(actor, {})).items).toEqual([]);
  await expect(signIn()).rejects.toMatchObject(REFUSED);
  await expect(deletePasskey(actor, { passkey_id })).rejects.toMatchObject(NOT_FOUND);
  await add("Another");
  const { items } = await listActivity(actor, { kind: "login" });
  expect(items.map(({ action }) => action)).toContain("passkey_removed");
});

test("passkeys work at the name of the site alone; this very machine has one, another address has none", async () => {
  const { actor } = await newUser();
  expect(["thaw.example", "www.thaw.example", undefined].map(isPasskeyHost)).toEqual([
    true,
    false,
    false,
  ]);
  process.env.SITE_URL = "http://127.0.0.1:3000";
  expect((await beginPasskey(actor, {})).rp.id).toBe("localhost");
  process.env.SITE_URL = "http://192.0.2.7";
  await expect(beginPasskey(actor, {})).rejects.toMatchObject({ code: "unavailable" });
  expect(isPasskeyHost("192.0.2.7")).toBe(false);
});
