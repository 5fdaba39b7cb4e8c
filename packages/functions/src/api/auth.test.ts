import { listSessions } from "@thaw/core/accounts/login/security";
import { authenticateToken } from "@thaw/core/accounts/session/session";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAddress } from "../../../../tests/support/address.ts";
import { type Asked, ask } from "../../../../tests/support/ask.ts";
import { checkedApi } from "../../../../tests/support/checked-api.ts";
import { startMailbox } from "../../../../tests/support/ses.ts";

const PASSWORD = "glacier-2026";
const api = checkedApi();

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.stop());

async function call(method: string, path: string, asked: Asked = {}) {
  const response = await ask(api, `${method} /api/auth${path}`, asked);
  // Each answer has a shape of its own; the assertions look at it.
  const answer = (await response.json()) as { data?: Record<string, never> };
  return { status: response.status, answer, data: answer.data ?? {} };
}

async function newAccount() {
  const email = newAddress();
  const body = { name: "Ada", email, password: PASSWORD, terms_accepted: true };
  const signup = await call("POST", "/signup", { body });
  const text = (await mailbox.mailsTo(email))[0]?.body.text ?? "";
  const uuid = /uuid=([0-9a-f-]{36})/.exec(text)?.[1] ?? "";
  const proven = `/verify-user?uuid=${uuid}&sign_up_proof=${signup.data.sign_up_proof}`;
  return { email, body, signup, uuid, proven };
}

test("sign-up answers with the user and the state of onboarding, without a bearer [AUTH-06]", async () => {
  const { email, signup } = await newAccount();
  expect(signup).toMatchObject({
    status: 201,
    answer: {
      ok: true,
      data: { user: { email, has_onboarding_completed: false, onboarding_stage: 0 } },
    },
  });
  expect(JSON.stringify(signup.answer)).not.toMatch(/token|password|argon2/);
});

test.each([
  ["name", { name: "" }],
  ["name", { name: "n".repeat(101) }],
  ["email", { email: "someone@gmail.com" }],
  ["email", { email: "a@b.c" }],
  ["password", { password: "letters-only" }],
  ["password", { password: "1234567" }],
  ["referral_code", { referral_code: "SW-short" }],
  ["terms_accepted", { terms_accepted: false }],
])("sign-up with a wrong %s is refused at that field: %j [AUTH-21]", async (field, change) => {
  const body = { name: "Ada", email: newAddress(), password: PASSWORD, terms_accepted: true };
  const { status, answer } = await call("POST", "/signup", { body: { ...body, ...change } });
  expect(status).toBe(400);
  expect(answer).toMatchObject({ ok: false, code: "invalid", status: 400 });
  expect(Object.keys((answer as unknown as { fields: object }).fields)).toEqual([field]);
});

test("a second sign-up for an address answers 409 [AUTH-23]", async () => {
  const { body } = await newAccount();
  const again = { ...body, email: body.email.toUpperCase() };
  expect(await call("POST", "/signup", { body: again })).toMatchObject({
    status: 409,
    answer: { ok: false, code: "conflict" },
  });
});

test("the verification link's uuid gives token and user once, then 400 [AUTH-10] [AUTH-26]", async () => {
  const { uuid } = await newAccount();
  const verified = await call("GET", `/verify-user?uuid=${uuid}`);
  expect(verified).toMatchObject({
    status: 200,
    data: { token: expect.any(String), user: { is_email_verified: true } },
  });
  expect(await call("GET", "/me", { token: verified.data.token ?? "" })).toMatchObject({
    status: 200,
    data: { is_email_verified: true },
  });
  const expired = { status: 400, answer: { ok: false, message: "This link has expired" } };
  expect(await call("GET", `/verify-user?uuid=${uuid}`)).toMatchObject(expired);
  expect(await call("GET", `/verify-user?uuid=${crypto.randomUUID()}`)).toMatchObject(expired);
  expect((await call("GET", "/verify-user")).status).toBe(400);
});

test("login takes address and password, and gives token, user and requiresOTP [AUTH-02]", async () => {
  const { email, proven } = await newAccount();
  await call("GET", proven);
  const body = { email, password: PASSWORD };
  expect(await call("POST", "/login", { body })).toMatchObject({
    status: 200,
    data: { token: expect.any(String), user: { email }, requiresOTP: false },
  });
  for (const missing of [{ email }, { password: PASSWORD }, {}]) {
    expect((await call("POST", "/login", { body: missing })).status).toBe(400);
  }
});

test("login of an unverified address gives the id of the user alone [AUTH-05]", async () => {
  const { email, signup } = await newAccount();
  const { id } = signup.data.user as unknown as { id: number };
  const { answer } = await call("POST", "/login", { body: { email, password: PASSWORD } });
  expect(answer).toEqual({ ok: true, data: { user: { id }, requiresOTP: false } });
});

test("wrong credentials give one 400, whatever was wrong, and never 401 [AUTH-30]", async () => {
  const { email } = await newAccount();
  const wrong = await call("POST", "/login", { body: { email, password: "wrong-2026" } });
  const unknown = await call("POST", "/login", {
    body: { email: newAddress(), password: PASSWORD },
  });
  expect(wrong.answer).toEqual({
    ok: false,
    code: "invalid",
    key: "signIn.wrongCredentials",
    message: "Invalid email or password",
    status: 400,
  });
  expect(unknown.answer).toEqual(wrong.answer);
  expect([wrong.status, unknown.status]).toEqual([400, 400]);
});

test("what is wrong with fields comes with the keys of its messages", async () => {
  const { answer } = await call("POST", "/login", { body: { email: newAddress() } });
  expect(answer).toEqual({
    ok: false,
    code: "invalid",
    key: "request.fieldsWrong",
    message: "Some fields need attention",
    status: 400,
    fields: { password: ["Enter your password"] },
    field_keys: { password: ["fields.enterPassword"] },
  });
});

test("after logging out the token gets 401 [AUTH-32]", async () => {
  const { uuid } = await newAccount();
  const token = String((await call("GET", `/verify-user?uuid=${uuid}`)).data.token);
  expect(await call("POST", "/logout", { token })).toMatchObject({ status: 200 });
  for (const [method, path] of [
    ["GET", "/me"],
    ["POST", "/logout"],
  ] as const) {
    expect(await call(method, path, { token })).toMatchObject({
      status: 401,
      answer: { code: "unauthenticated", message: expect.stringMatching(/session has expired/i) },
    });
  }
});

test.each(["garbage", "a.b.c", "e30.e30."])("the bearer %s gets 401", async (token) => {
  expect((await call("GET", "/me", { token })).status).toBe(401);
});

test("what asks for a signed-in user answers 401 without a bearer", async () => {
  expect((await call("GET", "/me")).status).toBe(401);
  expect((await call("POST", "/logout")).status).toBe(401);
});

test("a session shows the address and device that the edge saw", async () => {
  const { uuid } = await newAccount();
  const response = await api.request(`/api/auth/verify-user?uuid=${uuid}`, {
    headers: {
      "x-forwarded-for": "6.6.6.6, 198.51.100.9",
      "user-agent": "Browser/1",
    },
  });
  const { data } = (await response.json()) as { data: { token: string } };
  const actor = await authenticateToken(data.token);
  const { items } = await listSessions(actor, {});
  expect(items).toMatchObject([{ ip: "198.51.100.9", user_agent: "Browser/1" }]);
});
