import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { later } from "../../../../../tests/support/clock.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { now } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { UserEntity } from "../user/user.entity.ts";
import { changeEmail } from "./email-change.ts";
import { login } from "./login.ts";
import { forgotPassword, requestMagicLink, resetPassword, useMagicLink } from "./mailed-link.ts";
import { changePassword } from "./security.ts";
import { signUp } from "./sign-up.ts";
import { resendVerification, verifyUser } from "./verification.ts";

const PASSWORD = "glacier-2026";
const NEW_PASSWORD = "iceberg-2027";
const STALE = { status: 400, message: "This link has expired" };

let ses: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  ses = await startMailbox();
});
afterAll(() => ses.stop());

const visitor: Actor = { ...NOBODY, origin: { ip: "192.0.2.7", userAgent: "Browser/1" } };
const newEmail = () => `${crypto.randomUUID()}@firm.example`;

async function newUser(kind: "member" | "client" = "member") {
  const user = await testUser(kind, PASSWORD);
  const signIn = async () => (await issueSession(user, { ip: "", userAgent: "" })).token;
  return { ...user, signIn };
}

async function secretsTo(email: string, path: string): Promise<string[]> {
  const found = (await ses.mailsTo(email)).map(({ body }) =>
    new RegExp(`/${path}=([\\w-]+)`).exec(body.text),
  );
  return found.flatMap((match) => match?.[1] ?? []);
}
const resetSecret = async (email: string) =>
  (await secretsTo(email, "reset-password\\?uuid")).at(-1) ?? "";
const magicSecret = async (email: string) =>
  (await secretsTo(email, "email-magic-link\\?token")).at(-1) ?? "";

const reset = (uuid: string, newPassword = NEW_PASSWORD) =>
  resetPassword(visitor, { uuid, newPassword });

const LINKS = [
  { ask: forgotPassword, secretOf: resetSecret, use: reset },
  {
    ask: requestMagicLink,
    secretOf: magicSecret,
    use: (token: string) => useMagicLink(visitor, { token }),
  },
] as const;

test("a mailed link sets a new password and signs in [AUTH-08] [AUTH-09]", async () => {
  const { email, userId } = await newUser();
  await forgotPassword(NOBODY, { email: email.toUpperCase() });
  const { token, user } = await reset(await resetSecret(email));
  expect(user).toMatchObject({ id: userId, email });
  expect((await authenticateToken(token)).userId).toBe(userId);
  const signIn = (password: string) => login(visitor, { email, password });
  expect(await signIn(NEW_PASSWORD)).toMatchObject({ token: expect.any(String) });
  await expect(signIn(PASSWORD)).rejects.toMatchObject({ status: 400 });
});

test("a reset needs the link's uuid and a password that keeps the rule [AUTH-09]", async () => {
  const { email } = await newUser();
  await forgotPassword(NOBODY, { email });
  const uuid = await resetSecret(email);
  await expect(resetPassword(visitor, { newPassword: NEW_PASSWORD } as never)).rejects.toThrow();
  await expect(resetPassword(visitor, { uuid } as never)).rejects.toMatchObject({ status: 400 });
  await expect(reset(uuid, "letters-only")).rejects.toMatchObject({ status: 400 });
  expect((await reset(uuid)).token).toMatch(/^ey/);
});

test("a reset ends every session that was open [AUTH-28]", async () => {
  const { email, signIn } = await newUser();
  const before = [await signIn(), await signIn()];
  await forgotPassword(NOBODY, { email });
  const { token } = await reset(await resetSecret(email));
  for (const old of before) {
    await expect(authenticateToken(old)).rejects.toMatchObject({ status: 401 });
  }
  expect((await authenticateToken(token)).kind).toBe("member");
});

test.each([
  { name: "reset link", link: LINKS[0], minutes: 60 },
  { name: "magic link", link: LINKS[1], minutes: 15 },
])("a $name works for $minutes minutes and once [AUTH-28] [AUTH-29]", async ({ link, minutes }) => {
  const { email } = await newUser();
  const start = now();
  const at = (ms: number) => later(start + ms - now());
  let secret = "";
  {
    using _start = at(0);
    await link.ask(NOBODY, { email });
    secret = await link.secretOf(email);
  }
  {
    using _late = at(minutes * MINUTE_MS + 1000);
    await expect(link.use(secret)).rejects.toMatchObject(STALE);
  }
  using _inTime = at(minutes * MINUTE_MS - 1000);
  expect((await link.use(secret)).token).toMatch(/^ey/);
  await expect(link.use(secret)).rejects.toMatchObject(STALE);
});

test.each([
  { name: "reset link", link: LINKS[0], writes: /^TransactWrite/ },
  { name: "magic link", link: LINKS[1], writes: /^TransactWrite/ },
])(
  "a $name opened five times at once signs in once [AUTH-28] [AUTH-29]",
  async ({ link, writes }) => {
    const { email } = await newUser();
    await link.ask(NOBODY, { email });
    const secret = await link.secretOf(email);
    using _race = raceWrites(5, writes);
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => link.use(secret)));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  },
);

test.each([
  { name: "forgotten password", link: LINKS[0] },
  { name: "magic link", link: LINKS[1] },
])(
  "a $name is answered alike for known and unknown addresses, and mailed three times an hour [AUTH-27] [AUTH-29]",
  async ({ link }) => {
    const { email } = await newUser();
    const unknown = newEmail();
    const answers = [];
    for (let time = 1; time <= 5; time++) {
      answers.push(await link.ask(NOBODY, { email }), await link.ask(NOBODY, { email: unknown }));
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await ses.mailsTo(email)).toHaveLength(3);
    expect(await ses.mailsTo(unknown)).toHaveLength(0);
    using _hour = later(61 * MINUTE_MS);
    await link.ask(NOBODY, { email });
    expect(await ses.mailsTo(email)).toHaveLength(4);
  },
);

/** Has `setTimeout` wait until `pass` says so; what waits for a network goes on. */
function heldTimers(): Disposable & { pass: () => Promise<unknown> } {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return {
    pass: () => vi.advanceTimersByTimeAsync(10_000),
    [Symbol.dispose]: () => void vi.useRealTimers(),
  };
}

test.each([
  { name: "forgotten password", ask: forgotPassword },
  { name: "magic link", ask: requestMagicLink },
  { name: "verification", ask: resendVerification },
])(
  "a $name is answered after the same while, whether or not there was someone to mail",
  async ({ ask }) => {
    const { email, accountId, userId } = await newUser();
    if (ask === resendVerification) {
      await UserEntity.patch({ accountId, userId }).set({ isEmailVerified: false }).go();
    }
    for (const address of [newEmail(), email]) {
      using timers = heldTimers();
      let isAnswered = false;
      const answer = ask(NOBODY, { email: address }).then(() => {
        isAnswered = true;
      });
      const isMailed = async () => address !== email || (await ses.mailsTo(email)).length > 0;
      // Everything else that there is to do is done by then.
      while (!(await isMailed())) await setImmediate();
      for (let turn = 0; turn < 200; turn++) await setImmediate();
      expect([address === email, isAnswered]).toEqual([address === email, false]);
      await timers.pass();
      await answer;
    }
  },
);

test("a network address that asks for links to ever more addresses gets no more of them mailed, with the same answer", async () => {
  const { email } = await newUser();
  const sprayer: Actor = { ...NOBODY, origin: { ip: crypto.randomUUID(), userAgent: "test" } };
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => forgotPassword(sprayer, { email: newEmail() })),
  );
  answers.push(await forgotPassword(sprayer, { email }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await ses.mailsTo(email)).toHaveLength(0);
  await requestMagicLink(sprayer, { email });
  expect(await ses.mailsTo(email)).toHaveLength(0);
  using _quarter = later(16 * MINUTE_MS);
  await requestMagicLink(sprayer, { email });
  expect(await ses.mailsTo(email)).toHaveLength(1);
});

test("a link of one kind does not work as another kind", async () => {
  const { email } = await newUser();
  await forgotPassword(NOBODY, { email });
  await requestMagicLink(NOBODY, { email });
  const [uuid, token] = [await resetSecret(email), await magicSecret(email)];
  expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
  // 256 bits in base64url.
  expect(token).toMatch(/^[\w-]{43}$/);
  await expect(reset(token)).rejects.toMatchObject(STALE);
  await expect(useMagicLink(visitor, { token: uuid })).rejects.toMatchObject(STALE);
});

test("a reset link asked for before the password changed is dead", async () => {
  const { email, signIn } = await newUser();
  await forgotPassword(NOBODY, { email });
  const first = await resetSecret(email);
  await forgotPassword(NOBODY, { email });
  const second = await resetSecret(email);
  await reset(second);
  await expect(reset(first)).rejects.toMatchObject(STALE);
  await forgotPassword(NOBODY, { email });
  const third = await resetSecret(email);
  await changePassword(await authenticateToken(await signIn()), {
    current_password: NEW_PASSWORD,
    new_password: "floe-2028",
  });
  await expect(reset(third)).rejects.toMatchObject(STALE);
});

test.each([
  { name: "reset link", link: LINKS[0] },
  { name: "magic link", link: LINKS[1] },
])("a $name that was mailed to the address before is dead", async ({ link }) => {
  const { email: before, signIn } = await newUser();
  await link.ask(NOBODY, { email: before });
  const email = newEmail();
  await changeEmail(await authenticateToken(await signIn()), { email, password: PASSWORD });
  const [uuid = ""] = await secretsTo(email, "verify-account\\?uuid");
  await verifyUser(visitor, { uuid });
  await expect(link.use(await link.secretOf(before))).rejects.toMatchObject(STALE);
});

test("a magic link asked for before the password changed is dead", async () => {
  const { email, signIn } = await newUser();
  await requestMagicLink(NOBODY, { email });
  const passwords = { current_password: PASSWORD, new_password: NEW_PASSWORD };
  await changePassword(await authenticateToken(await signIn()), passwords);
  await expect(useMagicLink(visitor, { token: await magicSecret(email) })).rejects.toMatchObject(
    STALE,
  );
});

test("a magic link is for verified addresses alone; a reset verifies the address [AUTH-29]", async () => {
  const email = newEmail();
  await signUp(NOBODY, { name: "Ada", email, password: PASSWORD, terms_accepted: true });
  await requestMagicLink(NOBODY, { email });
  expect(await magicSecret(email)).toBe("");
  await forgotPassword(NOBODY, { email });
  const { user } = await reset(await resetSecret(email));
  expect(user.is_email_verified).toBe(true);
  expect(Date.parse(user.trial_start_date ?? "")).toBeGreaterThan(0);
});

test.each(LINKS)(
  "nobody deactivated and no client of an agency gets in by a link (%#)",
  async ({ ask, secretOf, use }) => {
    const client = await newUser("client");
    await ask(NOBODY, { email: client.email });
    expect(await ses.mailsTo(client.email)).toHaveLength(0);

    const { email, accountId, userId } = await newUser();
    await ask(NOBODY, { email });
    await UserEntity.patch({ accountId, userId }).set({ status: "deactivated" }).go();
    await expect(use(await secretOf(email))).rejects.toMatchObject(STALE);
    await ask(NOBODY, { email });
    expect(await ses.mailsTo(email)).toHaveLength(1);
  },
);
