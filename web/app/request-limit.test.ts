import { authenticateToken, issueSession } from "@thaw/core/accounts/session/session";
import { createUser, userIds } from "@thaw/core/accounts/user/user-record";
import { NOBODY } from "@thaw/core/actor";
import { operation } from "@thaw/core/operation";
import * as v from "valibot";
import { expect, test, vi } from "vitest";
import { cloudOfFile } from "../../tests/support/file-cloud.ts";
import { finishOnboarding } from "../../tests/support/onboarding.ts";
import { spendRequests } from "../../tests/support/spend-requests.ts";
import { answerCall } from "./call.server.ts";
import { action as upload } from "./routes/app.upload/route.ts";
import { submit } from "./submit.server.ts";

await cloudOfFile();

const run = vi.fn(async () => ({}));
const act = operation({ permission: "public", input: v.object({}), output: v.object({}), run });

async function newToken() {
  const userId = await userIds.next("global");
  const user = await createUser({
    accountId: userId,
    userId,
    kind: "owner",
    role: "OWNER",
    name: "Ada",
    email: `${crypto.randomUUID()}@firm.example`,
    passwordHash: "none",
    isEmailVerified: true,
  });
  await finishOnboarding(user);
  return (await issueSession(user, { ip: "192.0.2.1", userAgent: "test" })).token;
}

const asked = (type: string, body: string, token = "") =>
  new Request("http://web/app/tasks", {
    method: "POST",
    body,
    headers: { "content-type": type, cookie: `__Host-thaw_session=${token}` },
  });
const FORM = "application/x-www-form-urlencoded";
const CALL = JSON.stringify({ operation: "act", input: {} });

test("a session that has used up its requests gets nothing by forms, calls and uploads", async () => {
  const token = await newToken();
  expect((await submit(asked(FORM, "intent=act", token), { act })).data.ok).toBe(true);
  await spendRequests(await authenticateToken(token));
  run.mockClear();
  const form = submit(asked(FORM, "intent=act", token), { act });
  await expect(form).rejects.toMatchObject({ code: "rate_limited", status: 429 });
  const call = await answerCall(asked("application/json", CALL, token), { act });
  expect(call.status).toBe(429);
  const request = asked("application/json", CALL, token);
  expect((await upload({ request, params: {}, context: { requestId: "" } })).status).toBe(429);
  expect(run).not.toHaveBeenCalled();
});

test("a network address that has used up its requests gets nothing by forms and calls of visitors", async () => {
  const actor = { ...NOBODY, origin: { ip: crypto.randomUUID(), userAgent: "test" } };
  await spendRequests(actor);
  run.mockClear();
  await expect(submit(asked(FORM, "intent=act"), { act }, { actor })).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect((await answerCall(asked("application/json", CALL), { act }, actor)).status).toBe(429);
  expect(run).not.toHaveBeenCalled();
});
