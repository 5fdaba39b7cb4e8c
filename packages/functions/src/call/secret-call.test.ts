import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import {
  findLanguageModel,
  getAiSettings,
  updateAiSettings,
} from "@thaw/core/accounts/ai/ai-settings";
import { writeWithAi } from "@thaw/core/accounts/ai/write-with-ai";
import { sendTestMail } from "@thaw/core/engine/preview/send-test-mail";
import { variable } from "@thaw/core/environment";
import {
  SECRET_OPERATIONS,
  type SecretCall,
  type SecretOperation,
} from "@thaw/core/kernel/secret/secret-call";
import { withOpenSecrets } from "@thaw/core/kernel/secret/secret-right";
import type { Operation } from "@thaw/core/operation";
import { reconnectMailbox } from "@thaw/core/senders/mailbox/mailbox-reconnect";
import { findMailboxes } from "@thaw/core/senders/mailbox/mailbox-record";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testActor } from "../../../../tests/support/actor.ts";
import { startLanguageModel } from "../../../../tests/support/language-model.ts";
import { startSink } from "../../../../tests/support/sink.ts";
import { makeWorld } from "../../../../tests/support/world.ts";
import { createApi } from "../api/app.ts";
import { handler, operationOf } from "./secret-call.ts";

process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
const NAME = "test-thaw-onSecretCall";

/** Speaks Lambda's Invoke and runs the function as a worker, unless it is told to answer otherwise. */
async function startLambda() {
  const calls: SecretCall[] = [];
  const lambda = { calls, answers: undefined as { status: number; failed?: string } | undefined };
  const server = createServer((request, response) => {
    void (async () => {
      const call = (await json(request)) as SecretCall;
      if (request.url !== `/2015-03-31/functions/${NAME}/invocations`) throw new Error("Not mine");
      calls.push(call);
      const { status, failed } = lambda.answers ?? { status: 200 };
      response.writeHead(status, failed ? { "x-amz-function-error": failed } : {});
      const output = lambda.answers
        ? { errorMessage: "canary" }
        : await withOpenSecrets(() => handler(call));
      response.end(JSON.stringify(output));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("AWS_ENDPOINT_URL_LAMBDA", `http://127.0.0.1:${port}`);
  return {
    lambda,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** This process is the API. */
beforeEach(() => {
  vi.stubEnv(variable.encryptionRight, "seal");
  vi.stubEnv(variable.secretFunction, NAME);
});
afterEach(() => void vi.unstubAllEnvs());

test("the function knows every operation that says that it opens a secret, by its name", async () => {
  const named = createApi().routes.flatMap(({ handler: each }) => {
    const { operation } = each as { operation?: Operation };
    return operation?.opensSecrets ?? [];
  });
  expect([...new Set(named)].toSorted()).toEqual([...SECRET_OPERATIONS]);
  for (const name of SECRET_OPERATIONS) {
    expect((await operationOf(name)).opensSecrets, name).toBe(name satisfies SecretOperation);
  }
});

test("a key that the API has sealed is opened by the function alone, and never given back", async () => {
  await using model = await startLanguageModel();
  model.answer = "Hi there";
  await using running = await startLambda();
  const actor = testActor();
  await updateAiSettings(actor, { secret_key: "sk-canary-of-the-account" });
  expect(await writeWithAi(actor, { task: "write", wish: "Invite" })).toMatchObject({
    text: "Hi there",
  });
  expect(model.requests.at(-1)?.authorization).toBe("Bearer sk-canary-of-the-account");
  const [call, ...more] = running.lambda.calls;
  expect(more).toEqual([]);
  expect(call).toMatchObject({ operation: "writeWithAi", actor: { accountId: actor.accountId } });
  expect(JSON.stringify([call, await getAiSettings(actor, {})])).not.toContain("sk-canary");
});

test("a test email leaves, and a mailbox is reconnected with the password that is kept, from a process that opens nothing", async () => {
  await using sink = await startSink();
  await using running = await startLambda();
  const world = await makeWorld({ smtpPort: sink.port, leads: 1, start: false });
  const { actor, campaignId, mailboxIds } = world;
  const [mailbox] = await findMailboxes(actor.accountId, mailboxIds);
  const sent = await sendTestMail(actor, {
    campaign_id: campaignId,
    step: 1,
    variant: { letter: "A", subject: "Hi", body: "<p>Hi</p>" },
    to: "me@x.example",
  });
  expect([sent.from, sink.mails.length]).toEqual([mailbox?.email, 1]);
  // Its IMAP server is none: the refusal comes from there, by the field, as without the function.
  const again = {
    mailbox_id: mailboxIds[0] ?? 0,
    user_name: mailbox?.smtp.user ?? "",
    smtp_host: "127.0.0.1",
    smtp_port: sink.port,
    smtp_security: "None",
    imap_host: "127.0.0.1",
    imap_port: 143,
    imap_security: "None",
  } as const;
  const refused: unknown = await reconnectMailbox(actor, again).catch((e: unknown) => e);
  expect(refused).toMatchObject({ code: "invalid", fields: expect.any(Object) });
  expect(running.lambda.calls.map(({ operation }) => operation)).toEqual([
    "sendTestMail",
    "reconnectMailbox",
  ]);
  expect(JSON.stringify(running.lambda.calls)).not.toContain("secret");
});

test("on one machine the operation is run where it is, with the right for itself alone", async () => {
  vi.stubEnv(variable.secretFunction, "");
  await using model = await startLanguageModel();
  const actor = testActor();
  await updateAiSettings(actor, { secret_key: "sk-of-one-machine" });
  await writeWithAi(actor, { task: "write", wish: "Invite" });
  expect(model.requests.at(-1)?.authorization).toBe("Bearer sk-of-one-machine");
  await expect(findLanguageModel(actor.accountId)).rejects.toThrow("open no secrets");
});

test("what an operation refuses comes back as it was; rights and input are checked on both sides", async () => {
  await using running = await startLambda();
  const actor = testActor({ permissions: ["campaigns:read"] });
  const asked = { task: "write", wish: "Invite" } as const;
  await expect(writeWithAi(actor, asked)).rejects.toMatchObject({ code: "forbidden" });
  expect(running.lambda.calls).toEqual([]);
  const call = (more: Partial<SecretCall>): SecretCall => ({
    operation: "writeWithAi",
    actor: { ...actor, permissions: [...actor.permissions] },
    input: asked,
    ...more,
  });
  expect(await handler(call({}))).toMatchObject({ refused: { code: "forbidden" } });
  const able = { ...actor, permissions: ["campaigns:write"] as const };
  expect(await handler(call({ actor: able, input: { task: "steal" } }))).toMatchObject({
    refused: { code: "invalid" },
  });
  await expect(writeWithAi(testActor(), asked)).rejects.toMatchObject({
    code: "conflict",
    text: { key: "ai.noKey" },
  });
});

test("a function that is busy is no fault, one that failed is, and nothing is asked twice", async () => {
  await using running = await startLambda();
  const ask = () => writeWithAi(testActor(), { task: "write", wish: "Invite" });
  running.lambda.answers = { status: 429 };
  await expect(ask()).rejects.toMatchObject({ code: "unavailable" });
  for (const answers of [{ status: 200, failed: "Unhandled" }, { status: 500 }]) {
    running.lambda.answers = answers;
    const error: unknown = await ask().catch((e: unknown) => e);
    expect(String(error)).toMatch(/^Error: Function test-thaw-onSecretCall failed/);
    expect(String(error)).not.toContain("canary");
  }
  expect(running.lambda.calls).toHaveLength(3);
});
