import { expect, test } from "vitest";
import { newAddress } from "../../../../../tests/support/address.ts";
import { later } from "../../../../../tests/support/clock.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { HOUR_MS, MINUTE_MS } from "../../duration.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { takeAttempt } from "./attempt.ts";
import { newDeviceToken } from "./known-device.ts";
import { login, PER_IP } from "./login.ts";
import { changePassword } from "./security.ts";
import { signUp } from "./sign-up.ts";

const PASSWORD = "glacier-2026";

await cloudOfFile();

const from = (ip: string): Actor => ({ ...NOBODY, origin: { ip, userAgent: "test" } });
const visitor = () => from(crypto.randomUUID());

async function newOwner() {
  const user = await testUser("owner", PASSWORD);
  const { token } = await issueSession(user, { ip: "", userAgent: "test" });
  return { email: user.email, token, actor: await authenticateToken(token) };
}

async function signIn(email: string, password = PASSWORD, actor = visitor()) {
  const result = await login(actor, { email, password });
  if (!("token" in result)) throw new Error("The address is not verified");
  return result.token;
}

test("login without an address or a password is refused [AUTH-02]", async () => {
  const missing: object[] = [{ password: PASSWORD }, { email: "a@firm.example" }, {}];
  for (const body of missing) {
    await expect(login(visitor(), body as never)).rejects.toMatchObject({ status: 400 });
  }
});

test("a right password of an unverified address gives the user's id and no token [AUTH-05]", async () => {
  const email = newAddress();
  const { user } = await signUp(NOBODY, {
    name: "Ada Lovelace",
    email,
    password: PASSWORD,
    terms_accepted: true,
  });
  expect(await login(visitor(), { email, password: PASSWORD })).toEqual({
    user: { id: user.id },
    requiresOTP: false,
  });
});

test("a wrong password and an unknown address get one and the same answer [AUTH-30]", async () => {
  const { email } = await newOwner();
  const answerTo = (attempt: { email: string; password: string }) =>
    login(visitor(), attempt).catch((error: { code: string; message: string }) => ({
      code: error.code,
      message: error.message,
    }));
  const expected = { code: "invalid", message: "Invalid email or password" };
  expect(await answerTo({ email, password: "wrong-2026" })).toEqual(expected);
  expect(await answerTo({ email: newAddress(), password: PASSWORD })).toEqual(expected);
  expect(await answerTo({ email: "not an address", password: PASSWORD })).toEqual(expected);
});

test("ten failures lock an address for 15 minutes, even for the right password [AUTH-31]", async () => {
  const { email } = await newOwner();
  for (let failure = 1; failure <= 10; failure++) {
    await expect(signIn(email, "wrong-2026")).rejects.toMatchObject({ status: 400 });
  }
  await expect(signIn(email)).rejects.toMatchObject({ status: 429 });
  {
    using _almost = later(15 * MINUTE_MS - 1000);
    await expect(signIn(email)).rejects.toMatchObject({ status: 429 });
  }
  using _over = later(15 * MINUTE_MS + 1000);
  expect(await signIn(email)).toMatch(/^ey/);
});

test("the lock counts from the tenth failure, not from the first [AUTH-31]", async () => {
  const { email } = await newOwner();
  await expect(signIn(email, "wrong-2026")).rejects.toMatchObject({ status: 400 });
  using _tenMinutes = later(10 * MINUTE_MS);
  for (let failure = 2; failure <= 10; failure++) {
    await expect(signIn(email, "wrong-2026")).rejects.toMatchObject({ status: 400 });
  }
  using _twenty = later(10 * MINUTE_MS);
  await expect(signIn(email)).rejects.toMatchObject({ status: 429 });
});

test("a browser that has signed in before comes in while others' wrong passwords lock the address, and has tries of its own", async () => {
  const { email, token } = await newOwner();
  const device = (await newDeviceToken(token)) ?? "";
  const known = (): Actor => ({
    ...NOBODY,
    origin: { ip: "192.0.2.9", userAgent: "test", device },
  });
  for (let failure = 1; failure <= 10; failure++) {
    await expect(signIn(email, "wrong-2026")).rejects.toMatchObject({ status: 400 });
  }
  await expect(signIn(email)).rejects.toMatchObject({ status: 429 });
  expect(await signIn(email, PASSWORD, known())).toMatch(/^ey/);
  // That it came in forgives nobody else.
  await expect(signIn(email)).rejects.toMatchObject({ status: 429 });
  for (let failure = 1; failure <= 10; failure++) {
    await expect(signIn(email, "wrong-2026", known())).rejects.toMatchObject({ status: 400 });
  }
  await expect(signIn(email, PASSWORD, known())).rejects.toMatchObject({ status: 429 });
});

test("a browser is known for its own address and the present password alone", async () => {
  const [{ email, actor, token }, other] = [await newOwner(), await newOwner()];
  const lock = async (address: string) => {
    for (let failure = 1; failure <= 10; failure++) {
      await expect(signIn(address, "wrong-2026")).rejects.toMatchObject({ status: 400 });
    }
  };
  const from = (device: string): Actor => ({
    ...NOBODY,
    origin: { ip: "", userAgent: "test", device },
  });
  await lock(email);
  const theirs = (await newDeviceToken(other.token)) ?? "";
  for (const device of [theirs, token, "garbage"]) {
    await expect(signIn(email, PASSWORD, from(device))).rejects.toMatchObject({ status: 429 });
  }
  const own = (await newDeviceToken(token)) ?? "";
  const passwords = { current_password: PASSWORD, new_password: "moraine-2027" };
  await changePassword(actor, passwords);
  const again = signIn(email, passwords.new_password, from(own));
  await expect(again).rejects.toMatchObject({ status: 429 });
});

test("a network address that failed 100 times keeps no browser out that has signed in before", async () => {
  const { email, token } = await newOwner();
  const device = (await newDeviceToken(token)) ?? "";
  const ip = crypto.randomUUID();
  await Promise.all(Array.from({ length: 100 }, () => takeAttempt(PER_IP, ip)));
  await expect(signIn(email, PASSWORD, from(ip))).rejects.toMatchObject({ status: 429 });
  const known: Actor = { ...NOBODY, origin: { ip, userAgent: "test", device } };
  expect(await signIn(email, PASSWORD, known)).toMatch(/^ey/);
});

test("an unknown address locks like a known one", async () => {
  const email = newAddress();
  for (let failure = 1; failure <= 10; failure++) {
    await expect(signIn(email)).rejects.toMatchObject({ status: 400 });
  }
  await expect(signIn(email)).rejects.toMatchObject({ status: 429 });
});

test("of twenty guesses at the same moment ten are checked [AUTH-31]", async () => {
  const { email } = await newOwner();
  using _race = raceWrites(20, /^Put/);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => signIn(email, "wrong-2026", NOBODY)),
  );
  const statuses = results.map((result) =>
    result.status === "rejected" ? (result.reason as { status: number }).status : 200,
  );
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test("a successful login forgets the failures before it", async () => {
  const { email } = await newOwner();
  for (let round = 1; round <= 2; round++) {
    for (let failure = 1; failure <= 9; failure++) {
      await expect(signIn(email, "wrong-2026")).rejects.toMatchObject({ status: 400 });
    }
    expect(await signIn(email)).toMatch(/^ey/);
  }
});

test("a network address that failed 100 times in an hour is turned away", async () => {
  const { email } = await newOwner();
  const ip = crypto.randomUUID();
  await Promise.all(Array.from({ length: 98 }, () => takeAttempt(PER_IP, ip)));
  expect(await signIn(email, PASSWORD, from(ip))).toMatch(/^ey/);
  for (let failure = 99; failure <= 100; failure++) {
    await expect(signIn(newAddress(), PASSWORD, from(ip))).rejects.toMatchObject({ status: 400 });
  }
  await expect(signIn(email, PASSWORD, from(ip))).rejects.toMatchObject({ status: 429 });
  expect(await signIn(email)).toMatch(/^ey/);
  using _hour = later(HOUR_MS + 1000);
  expect(await signIn(email, PASSWORD, from(ip))).toMatch(/^ey/);
});
