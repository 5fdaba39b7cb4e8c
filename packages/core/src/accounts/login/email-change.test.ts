import { afterAll, beforeAll, expect, test } from "vitest";
import { startMailbox } from "../../../../../tests/support/ses.ts";
import { told } from "../../../../../tests/support/told.ts";
import { testUser } from "../../../../../tests/support/user.ts";
import { type Actor, NOBODY } from "../../actor.ts";
import { authenticateToken, issueSession } from "../session/session.ts";
import { changeEmail } from "./email-change.ts";
import { login } from "./login.ts";
import { verifyUser } from "./verification.ts";

const PASSWORD = "glacier-2026";
const STALE = { status: 400, message: "This link has expired" };

let ses: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  ses = await startMailbox();
});
afterAll(() => ses.stop());

const visitor = (): Actor => ({
  ...NOBODY,
  origin: { ip: crypto.randomUUID(), userAgent: "test" },
});
const newEmail = () => `${crypto.randomUUID()}@firm.example`;

async function newUser() {
  const user = await testUser("member", PASSWORD);
  const { token } = await issueSession(user, { ip: "", userAgent: "" });
  return { ...user, actor: await authenticateToken(token) };
}
const signIn = (email: string) => login(visitor(), { email, password: PASSWORD });

async function uuidTo(email: string): Promise<string> {
  const mail = (await ses.mailsTo(email)).at(-1);
  return /verify-account\?uuid=([\w-]+)/.exec(mail?.body.text ?? "")?.[1] ?? "";
}

test("another address needs the password and the link that is mailed to it, and the one before is told", async () => {
  const { actor, email: before, userId } = await newUser();
  const email = newEmail();
  await expect(changeEmail(actor, { email, password: "wrong-pass-1" })).rejects.toMatchObject({
    status: 400,
    fields: { password: [told("Invalid password")] },
  });
  expect(await ses.mailsTo(email)).toEqual([]);

  await changeEmail(actor, { email, password: PASSWORD });
  expect(await signIn(before)).toMatchObject({ token: expect.any(String) });
  await expect(signIn(email)).rejects.toMatchObject({ status: 400 });
  expect(await ses.mailsTo(before)).toEqual([]);

  const { user } = await verifyUser(visitor(), { uuid: await uuidTo(email) });
  expect(user).toMatchObject({ id: userId, email, is_email_verified: true });
  expect(await signIn(email)).toMatchObject({ token: expect.any(String) });
  await expect(signIn(before)).rejects.toMatchObject({ status: 400 });
  const notes = (await ses.mailsTo(before)).map(({ body }) => body.text);
  expect(notes).toEqual([expect.stringContaining(email)]);
});

test("an address that someone has is refused, also when they get it before the link is used", async () => {
  const [ana, bob] = [await newUser(), await newUser()];
  const ask = (actor: Actor, email: string) => changeEmail(actor, { email, password: PASSWORD });
  await expect(ask(ana.actor, bob.email.toUpperCase())).rejects.toMatchObject({ status: 409 });

  const email = newEmail();
  await ask(ana.actor, email);
  const late = await uuidTo(email);
  await ask(bob.actor, email);
  await verifyUser(visitor(), { uuid: await uuidTo(email) });
  await expect(verifyUser(visitor(), { uuid: late })).rejects.toMatchObject({ status: 409 });
  expect(await signIn(ana.email)).toMatchObject({ token: expect.any(String) });
});

test("a link works once, and no longer when the address has been changed since", async () => {
  const { actor } = await newUser();
  const [first, second] = [newEmail(), newEmail()];
  for (const email of [first, second]) await changeEmail(actor, { email, password: PASSWORD });
  const uuid = await uuidTo(second);
  await verifyUser(visitor(), { uuid });
  await expect(verifyUser(visitor(), { uuid })).rejects.toMatchObject(STALE);
  await expect(verifyUser(visitor(), { uuid: await uuidTo(first) })).rejects.toMatchObject(STALE);
});
