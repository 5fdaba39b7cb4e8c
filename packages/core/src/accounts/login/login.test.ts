import { client } from "@thaw/data/table";
import { afterAll, beforeAll, expect, test } from "vitest";
import { later } from "../../../../../tests/support/clock.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { told } from "../../../../../tests/support/told.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { now } from "../../clock.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { login, regenerateCode } from "./login.ts";
import { setTwoStepLogin } from "./security.ts";

const PASSWORD = "glacier-2026";
const WRONG_CODE = { status: 400, message: "This code is wrong or has expired" };
const TOO_MANY = { status: 429 };

let ses: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  ses = await startMailbox();
});
afterAll(() => ses.stop());

const visitor = (): Actor => ({
  ...NOBODY,
  origin: { ip: crypto.randomUUID(), userAgent: "test" },
});

async function newUser({ hasTwoStepLogin = true } = {}) {
  const user = await testUser("member", PASSWORD);
  const { token } = await issueSession(user, { ip: "", userAgent: "" });
  const actor = await authenticateToken(token);
  if (hasTwoStepLogin) await setTwoStepLogin(actor, { is_enabled: true, password: PASSWORD });
  const { email } = user;
  return {
    email,
    actor,
    ask: () => login(visitor(), { email, password: PASSWORD }),
    enter: (otp: string) => login(visitor(), { email, password: PASSWORD, otp }),
    regenerate: (password = PASSWORD) => regenerateCode(visitor(), { email, password }),
    async codes() {
      const mails = await ses.mailsTo(email);
      return mails.map(({ body }) => /code is (\d{6})\./.exec(body.text)?.[1] ?? "");
    },
    async code() {
      return (await this.codes()).at(-1) ?? "";
    },
  };
}

const another = (code: string) => (code === "111111" ? "222222" : "111111");

test("a code is asked for while two-step login is on and not otherwise [AUTH-24]", async () => {
  const user = await newUser({ hasTwoStepLogin: false });
  expect(await user.ask()).toMatchObject({ token: expect.any(String), requiresOTP: false });
  const change = (is_enabled: boolean, password = PASSWORD) =>
    setTwoStepLogin(user.actor, { is_enabled, password });
  await change(true);
  expect(await user.ask()).toEqual({ requiresOTP: true });
  await expect(change(false, "wrong-2026")).rejects.toMatchObject({
    status: 400,
    fields: { password: [told("Invalid password")] },
  });
  expect(await user.ask()).toEqual({ requiresOTP: true });
  await change(false);
  expect(await user.ask()).toMatchObject({ token: expect.any(String), requiresOTP: false });
});

test("the mailed code of six digits signs in once [AUTH-25]", async () => {
  const user = await newUser();
  await user.ask();
  const code = await user.code();
  expect(code).toMatch(/^\d{6}$/);
  expect(await user.enter(code)).toMatchObject({
    token: expect.any(String),
    user: { email: user.email, has_two_step_login: true },
    requiresOTP: false,
  });
  await expect(user.enter(code)).rejects.toMatchObject(WRONG_CODE);
});

test("of five entries of a code at the same moment one signs in [AUTH-25]", async () => {
  const user = await newUser();
  await user.ask();
  const code = await user.code();
  using _race = raceWrites(5, /^Delete/);
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => user.enter(code)));
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
});

test("a code lives ten minutes and not longer [AUTH-25]", async () => {
  const user = await newUser();
  const start = now();
  {
    using _start = later(0);
    await user.ask();
  }
  const code = await user.code();
  const at = (ms: number) => later(start + ms - now());
  {
    using _late = at(10 * MINUTE_MS + 1000);
    await expect(user.enter(code)).rejects.toMatchObject(WRONG_CODE);
  }
  using _intime = at(9 * MINUTE_MS);
  expect(await user.enter(code)).toMatchObject({ token: expect.any(String) });
});

test("five wrong tries void a code: the right one comes too late [AUTH-25]", async () => {
  const user = await newUser();
  await user.ask();
  const code = await user.code();
  for (let guess = 1; guess <= 5; guess++) {
    await expect(user.enter(another(code))).rejects.toMatchObject(WRONG_CODE);
  }
  await expect(user.enter(code)).rejects.toMatchObject(WRONG_CODE);
});

test("the fifth try may be the right one [AUTH-25]", async () => {
  const user = await newUser();
  await user.ask();
  const code = await user.code();
  for (let guess = 1; guess <= 4; guess++) {
    await expect(user.enter(another(code))).rejects.toMatchObject(WRONG_CODE);
  }
  expect(await user.enter(code)).toMatchObject({ token: expect.any(String) });
});

test("a fresh code voids the old one [AUTH-11] [AUTH-25]", async () => {
  const user = await newUser();
  await user.ask();
  const old = await user.code();
  await user.regenerate();
  const fresh = await user.code();
  // One time in a million the same code comes again.
  if (fresh !== old) await expect(user.enter(old)).rejects.toMatchObject(WRONG_CODE);
  expect(await user.enter(fresh)).toMatchObject({ token: expect.any(String) });
});

test("a fresh code can be had once a minute and five times an hour [AUTH-25]", async () => {
  const user = await newUser();
  const start = now();
  const at = (ms: number) => later(start + ms - now());
  for (let minute = 0; minute < 5; minute++) {
    using _minute = at(minute * (MINUTE_MS + 1000));
    await user.regenerate();
    await expect(user.regenerate()).rejects.toMatchObject(TOO_MANY);
  }
  {
    using _tenth = at(10 * MINUTE_MS);
    await expect(user.regenerate()).rejects.toMatchObject(TOO_MANY);
  }
  expect(await user.codes()).toHaveLength(5);
  using _hour = at(HOUR_MS + MINUTE_MS);
  await user.regenerate();
  expect(await user.codes()).toHaveLength(6);
});

test("a fresh code needs the right password and two-step login [AUTH-11]", async () => {
  const user = await newUser();
  await expect(user.regenerate("wrong-2026")).rejects.toMatchObject({
    status: 400,
    message: "Invalid email or password",
  });
  expect(await user.codes()).toHaveLength(0);
  const single = await newUser({ hasTwoStepLogin: false });
  await expect(single.regenerate()).rejects.toMatchObject({ status: 400 });
  expect(await single.codes()).toHaveLength(0);
});

test("asking again while a code is alive mails no other", async () => {
  const user = await newUser();
  await user.ask();
  await user.ask();
  expect(await user.codes()).toHaveLength(1);
});

test("a person who knows the password cannot guess codes for ever: ten wrong ones lock the address", async () => {
  const user = await newUser();
  await user.ask();
  for (let guess = 1; guess <= 10; guess++) {
    const code = await user.code();
    await expect(user.enter(another(code))).rejects.toMatchObject(WRONG_CODE);
    if (guess < 10) await user.ask();
  }
  await expect(user.ask()).rejects.toMatchObject(TOO_MANY);
  await expect(user.enter(await user.code())).rejects.toMatchObject(TOO_MANY);
});

/** What is asked of the table for a login, without the keys. */
async function stepsOf(email: string) {
  const steps: string[] = [];
  const stop = client.intercept((action, input, next) => {
    const text = JSON.stringify(input);
    steps.push(`${action} ${/\$[a-z]+_1/.exec(text)?.[0] ?? ""}`);
    return next(input);
  });
  const answer = await login(visitor(), { email, password: "wrong-2026" }).catch((error: unknown) =>
    JSON.stringify(error),
  );
  stop();
  return { steps, answer };
}

test("a wrong password and an unknown address take the same steps and get the same answer", async () => {
  const { email } = await newUser();
  const known = await stepsOf(email);
  expect(known.steps.length).toBeGreaterThan(3);
  expect(await stepsOf(`${crypto.randomUUID()}@firm.example`)).toEqual(known);
});

test.each(["", "12345", "1234567", "12345a", "１２３４５６"])(
  "%j is no code and uses up no try",
  async (otp) => {
    const user = await newUser();
    await expect(user.enter(otp)).rejects.toMatchObject({
      status: 400,
      fields: { otp: [told("The code has six digits")] },
    });
  },
);
