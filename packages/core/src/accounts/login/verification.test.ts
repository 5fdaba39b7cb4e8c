import { afterAll, beforeAll, expect, test } from "vitest";
import { newAddress } from "../../../../../tests/support/address.ts";
import { later } from "../../../../../tests/support/clock.ts";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { authenticateToken } from "../session/session.ts";
import { changeEmail } from "./email-change.ts";
import { login } from "./login.ts";
import { resetPassword } from "./mailed-link.ts";
import { signUp } from "./sign-up.ts";
import { resendVerification, verifyUser } from "./verification.ts";

const PASSWORD = "glacier-2026";

let ses: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  ses = await startMailbox();
});
afterAll(() => ses.stop());

const visitor = (): Actor => ({
  ...NOBODY,
  origin: { ip: crypto.randomUUID(), userAgent: "test" },
});
const newEmail = () => newAddress();
const linkFrom = (email: string) => ses.uuidTo(email);
const form = (email: string) => ({
  name: "Ada",
  email,
  password: PASSWORD,
  terms_accepted: true as const,
});

async function signIn(email: string, password = PASSWORD): Promise<string> {
  const result = await login(visitor(), { email, password });
  if (!("token" in result)) throw new Error("The address is not verified");
  return result.token;
}

test("anyone who verifies an address that someone else signed up with has an account that the other cannot open", async () => {
  const email = newEmail();
  await signUp(NOBODY, form(email));
  const { sign_up_proof } = await signUp(NOBODY, form(newEmail()));
  const uuid = await linkFrom(email);
  const { user, set_password_uuid } = await verifyUser(visitor(), { uuid, sign_up_proof });
  expect(user.is_email_verified).toBe(true);
  await expect(signIn(email)).rejects.toMatchObject({ status: 400 });
  const newPassword = "moraine-2027";
  await resetPassword(visitor(), { uuid: set_password_uuid ?? "", newPassword });
  expect(await signIn(email, newPassword)).toMatch(/^ey/);
});

test("a user who verifies where they signed up keeps the password that they chose", async () => {
  const email = newEmail();
  const { sign_up_proof } = await signUp(NOBODY, form(email));
  const link = { uuid: await linkFrom(email), sign_up_proof };
  expect(await verifyUser(visitor(), link)).toMatchObject({ set_password_uuid: null });
  expect(await signIn(email)).toMatch(/^ey/);
});

test("a verification link that was mailed to the address before is dead", async () => {
  const before = newEmail();
  const { sign_up_proof } = await signUp(NOBODY, form(before));
  const first = await linkFrom(before);
  using _minute = later(61_000);
  await resendVerification(NOBODY, { email: before });
  const { token } = await verifyUser(visitor(), { uuid: await linkFrom(before), sign_up_proof });
  const email = newEmail();
  await changeEmail(await authenticateToken(token), { email, password: PASSWORD });
  await verifyUser(visitor(), { uuid: await linkFrom(email) });
  await expect(verifyUser(visitor(), { uuid: first })).rejects.toMatchObject({ status: 400 });
});
