import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asked, ask } from "../../../../tests/support/ask.ts";
import { checkedApi } from "../../../../tests/support/checked-api.ts";
import { startMailbox } from "../../../../tests/support/ses.ts";
import { testUser } from "../../../../tests/support/user.ts";

const PASSWORD = "glacier-2026";
const NEW_PASSWORD = "iceberg-2027";
const api = checkedApi();

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.stop());

async function call(method: string, path: string, asked: Asked = {}) {
  const response = await ask(api, `${method} /api/auth${path}`, asked);
  const text = await response.text();
  // Each answer has a shape of its own; the assertions look at it.
  return { status: response.status, text, answer: JSON.parse(text) as { data?: never } };
}

const mailedTo = async (email: string, pattern: RegExp) =>
  pattern.exec((await mailbox.mailsTo(email)).at(-1)?.body.text ?? "")?.[1] ?? "";

async function signedIn(email: string, password = PASSWORD): Promise<string> {
  const { answer } = await call("POST", "/login", { body: { email, password } });
  return String((answer.data as unknown as { token: string }).token);
}

test("forgot-password answers 200 with the same bytes for known and unknown addresses, without a bearer [AUTH-08] [AUTH-27]", async () => {
  const { email } = await testUser("owner", PASSWORD);
  const known = await call("POST", "/password/forgot", { body: { email } });
  const unknown = await call("POST", "/password/forgot", {
    body: { email: `${crypto.randomUUID()}@firm.example` },
  });
  expect([known.status, unknown.status]).toEqual([200, 200]);
  expect(known.text).toBe(unknown.text);
  expect(await mailedTo(email, /reset-password\?uuid=([0-9a-f-]{36})/)).toHaveLength(36);
});

test("a reset gives token and user, and the sessions of before get 401 [AUTH-09] [AUTH-28]", async () => {
  const { email } = await testUser("owner", PASSWORD);
  const old = await signedIn(email);
  await call("POST", "/password/forgot", { body: { email } });
  const uuid = await mailedTo(email, /reset-password\?uuid=([0-9a-f-]{36})/);
  for (const body of [{ uuid }, { newPassword: NEW_PASSWORD }]) {
    expect((await call("POST", "/password/reset", { body })).status).toBe(400);
  }
  const body = { uuid, newPassword: NEW_PASSWORD };
  const done = await call("POST", "/password/reset", { body });
  expect(done).toMatchObject({
    status: 200,
    answer: { ok: true, data: { token: expect.any(String), user: { email } } },
  });
  const { token } = done.answer.data as unknown as { token: string };
  expect((await call("GET", "/me", { token })).status).toBe(200);
  expect((await call("GET", "/me", { token: old })).status).toBe(401);
  expect((await call("POST", "/password/reset", { body })).status).toBe(400);
});

test("with two-step login the code comes by mail and goes to the same address as the password [AUTH-11] [AUTH-24]", async () => {
  const { email } = await testUser("owner", PASSWORD);
  const token = await signedIn(email);
  const change = { is_enabled: true, password: PASSWORD };
  expect((await call("PUT", "/two-step", { token, body: change })).status).toBe(200);
  const credentials = { email, password: PASSWORD };
  expect(await call("POST", "/login", { body: credentials })).toMatchObject({
    status: 200,
    answer: { ok: true, data: { requiresOTP: true } },
  });
  const old = await mailedTo(email, /code is (\d{6})/);
  expect((await call("POST", "/regenerate-otp", { body: credentials })).status).toBe(200);
  const otp = await mailedTo(email, /code is (\d{6})/);
  const logIn = (code: string) => call("POST", "/login", { body: { ...credentials, otp: code } });
  if (otp !== old) expect((await logIn(old)).status).toBe(400);
  expect(await logIn(otp)).toMatchObject({
    status: 200,
    answer: { data: { token: expect.any(String), requiresOTP: false } },
  });
});

test("a magic link is asked for and used without a bearer", async () => {
  const { email } = await testUser("owner", PASSWORD);
  expect((await call("POST", "/magic-link", { body: { email } })).status).toBe(200);
  const token = await mailedTo(email, /email-magic-link\?token=([\w-]{43})/);
  expect(await call("POST", "/magic-link/login", { body: { token } })).toMatchObject({
    status: 200,
    answer: { data: { token: expect.any(String), user: { email } } },
  });
  expect((await call("POST", "/magic-link/login", { body: { token } })).status).toBe(400);
});

test("a user ends one session of theirs, or all others, and none of someone else", async () => {
  const { email } = await testUser("owner", PASSWORD);
  const stranger = await signedIn((await testUser("owner", PASSWORD)).email);
  const [mine, second, third] = [
    await signedIn(email),
    await signedIn(email),
    await signedIn(email),
  ];
  const list = async (token: string) =>
    (await call("GET", "/sessions", { token })).answer.data as unknown as {
      id: string;
      is_current: boolean;
    }[];
  const idOf = async (token: string) =>
    (await list(token)).find(({ is_current }) => is_current)?.id ?? "";
  const statusOf = async (token: string) => (await call("GET", "/me", { token })).status;

  const foreign = await call("DELETE", `/sessions/${await idOf(second)}`, { token: stranger });
  expect(foreign.status).toBe(404);
  expect(await statusOf(second)).toBe(200);
  await call("DELETE", `/sessions/${await idOf(second)}`, { token: mine });
  expect([await statusOf(mine), await statusOf(second), await statusOf(third)]).toEqual([
    200, 401, 200,
  ]);
  await call("DELETE", "/sessions", { token: mine });
  expect([await statusOf(mine), await statusOf(third)]).toEqual([200, 401]);
  expect(await list(mine)).toHaveLength(1);
});

test("a new password needs the current one", async () => {
  const { email } = await testUser("owner", PASSWORD);
  const token = await signedIn(email);
  const change = (current_password: string) =>
    call("POST", "/password/change", {
      token,
      body: { current_password, new_password: NEW_PASSWORD },
    });
  expect(await change("wrong-2026")).toMatchObject({
    status: 400,
    answer: { message: "Invalid password" },
  });
  expect((await change(PASSWORD)).status).toBe(200);
  expect(await signedIn(email, NEW_PASSWORD)).toMatch(/^ey/);
});
