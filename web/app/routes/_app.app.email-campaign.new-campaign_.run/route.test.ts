import { signUp } from "@thaw/core/accounts/login/sign-up";
import { verifyUser } from "@thaw/core/accounts/login/verification";
import { authenticateToken } from "@thaw/core/accounts/session/session";
import { NOBODY } from "@thaw/core/actor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAddress } from "../../../../tests/support/address.ts";
import { finishOnboarding } from "../../../../tests/support/onboarding.ts";
import { startMailbox } from "../../../../tests/support/ses.ts";
import { action } from "./route.ts";

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.stop());

async function signIn(): Promise<string> {
  const email = newAddress();
  await signUp(NOBODY, { name: "Ada", email, password: "glacier-2026", terms_accepted: true });
  const text = (await mailbox.mailsTo(email))[0]?.body.text ?? "";
  const { token } = await verifyUser(
    { ...NOBODY, origin: { ip: crypto.randomUUID(), userAgent: "test" } },
    { uuid: /uuid=([0-9a-f-]{36})/.exec(text)?.[1] ?? "" },
  );
  await finishOnboarding(await authenticateToken(token));
  return token;
}

async function run(body: unknown, options: { token?: string; type?: string } = {}) {
  const request = new Request("http://thaw.example/app/email-campaign/new-campaign/run", {
    method: "POST",
    headers: {
      "content-type": options.type ?? "application/json",
      ...(options.token ? { cookie: `__Host-thaw_session=${options.token}` } : {}),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const response = await action({ request, params: {}, context: {} });
  const answer = (await response.json()) as { ok: boolean; data: { id: number } };
  return { status: response.status, answer };
}

test("the builder's calls do what the operation does, for the signed-in user", async () => {
  const [ours, theirs] = [await signIn(), await signIn()];
  const created = await run({ operation: "createCampaign", input: {} }, { token: ours });
  expect(created).toMatchObject({ status: 200, answer: { ok: true, data: { status: "DRAFTED" } } });
  const input = { campaign_id: created.answer.data.id, name: "Spring" };
  const rename = { operation: "updateCampaign", input };
  expect(await run(rename, { token: ours })).toMatchObject({
    answer: { data: { name: "Spring" } },
  });
  expect(await run(rename, { token: theirs })).toMatchObject({
    status: 404,
    answer: { ok: false, code: "not_found" },
  });
  expect(await run(rename)).toMatchObject({ status: 401, answer: { code: "unauthenticated" } });
});

test("a refusal names its fields, so that the step can show them at their place", async () => {
  const token = await signIn();
  const { answer } = await run({ operation: "createCampaign", input: {} }, { token });
  const input = { campaign_id: answer.data.id, name: " " };
  expect(await run({ operation: "updateCampaign", input }, { token })).toMatchObject({
    status: 400,
    answer: { ok: false, code: "invalid", fields: { name: ["Give the campaign a name"] } },
  });
});

test.each([
  ["an operation of another screen", { operation: "deleteMailbox", input: {} }, undefined],
  ["what every object has", { operation: "constructor", input: {} }, undefined],
  ["no JSON", "{", undefined],
  ["a form of another site", { operation: "createCampaign", input: {} }, "text/plain"],
])("%s is refused", async (_name, body, type) => {
  const token = await signIn();
  expect(await run(body, { token, ...(type ? { type } : {}) })).toMatchObject({
    status: 400,
    answer: { ok: false, code: "invalid" },
  });
});
