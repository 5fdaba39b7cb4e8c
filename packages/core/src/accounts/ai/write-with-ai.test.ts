import { expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { startLanguageModel } from "../../../../../tests/support/language-model.ts";
import { told } from "../../../../../tests/support/told.ts";
import { variable } from "../../environment.ts";
import { app } from "../../manifest.ts";
import { CREATIVITIES, TONES } from "./ai.schema.ts";
import { AiSettingsEntity } from "./ai-settings.entity.ts";
import { getAiSettings, updateAiSettings } from "./ai-settings.ts";
import { chatEndpoint, MODEL_TIMEOUT_MS, ModelFailure } from "./language-model.ts";
import { writeWithAi } from "./write-with-ai.ts";

const MONDAY = "2026-03-02T09:00:00.000Z";

test("creativity is 0, 1 or 2 [TPL-06]", () => {
  expect(CREATIVITIES).toEqual([0, 1, 2]);
});

test("there are seven tones [TPL-07]", () => {
  expect(TONES).toEqual([
    "professional",
    "lazy",
    "formal",
    "informal",
    "enthusiastic",
    "cautious",
    "neutral",
  ]);
});

test("a text comes back from the model, which gets the draft and the chosen fields and nothing else [TPL-09] [TPL-18]", async () => {
  await using model = await startLanguageModel();
  model.answer = "  Hi {{first_name}}, shall we talk?\n";
  const actor = testActor();
  const [first, second = ""] = (await getAiSettings(actor, {})).models;
  const temperatures: Record<number, number> = { 0: 0, 1: 0.5, 2: 1 };
  for (const creativity of CREATIVITIES) {
    const written = await writeWithAi(actor, {
      task: "improve",
      tone: "cautious",
      creativity,
      draft: "Hi, talk?",
      lead_fields: ["first_name"],
      model: second,
    });
    expect(written).toEqual({ text: "Hi {{first_name}}, shall we talk?", model: second });
    const { authorization, body } = model.requests.at(-1) ?? {};
    expect(authorization).toBe("Bearer platform-key");
    expect(body).toMatchObject({ model: second, temperature: temperatures[creativity] });
    expect(JSON.parse(body?.messages[1]?.content ?? "")).toEqual({
      task: expect.stringContaining("Improve the draft"),
      tone: "cautious",
      draft: "Hi, talk?",
      variables: ["{{first_name}}"],
    });
  }
  expect(await writeWithAi(actor, { task: "write", wish: "Invite to a call" })).toMatchObject({
    model: first,
  });
});

test("the account's own key goes before the platform's, is stored sealed and never shown [TPL-18]", async () => {
  await using model = await startLanguageModel();
  const actor = testActor();
  const asked = { task: "shorten", draft: "A long text" } as const;
  const settings = await updateAiSettings(actor, { secret_key: "sk-own-key-1234" });
  expect(settings).toMatchObject({ key_masked: "…1234", is_available: true });
  await writeWithAi(actor, asked);
  expect(model.requests.at(-1)?.authorization).toBe("Bearer sk-own-key-1234");
  const { data } = await AiSettingsEntity.get({ accountId: actor.accountId }).go();
  expect(JSON.stringify([data, settings])).not.toContain("sk-own");
  await updateAiSettings(actor, { secret_key: "" });
  await writeWithAi(actor, asked);
  expect(model.requests.at(-1)?.authorization).toBe("Bearer platform-key");

  await updateAiSettings(actor, { secret_key: "sk-own-key-1234" });
  expect(await updateAiSettings(actor, { removes_key: "on" })).not.toHaveProperty("key_masked");

  delete process.env[variable.secret("AI_KEY")];
  expect(await getAiSettings(actor, {})).toMatchObject({ is_available: false });
  await expect(writeWithAi(actor, asked)).rejects.toMatchObject({ code: "conflict" });
});

test("at least three models can be chosen, as the operator says, and no other [TPL-08]", async () => {
  const actor = testActor();
  expect((await getAiSettings(actor, {})).models.length).toBeGreaterThanOrEqual(3);
  process.env.AI_MODELS = "small, middle,large";
  try {
    expect(await getAiSettings(actor, {})).toMatchObject({
      models: ["small", "middle", "large"],
      model: "small",
    });
    expect(await updateAiSettings(actor, { model: "large" })).toMatchObject({ model: "large" });
    const unknown = { code: "invalid", fields: { model: [told(expect.any(String))] } };
    await expect(updateAiSettings(actor, { model: "huge" })).rejects.toMatchObject(unknown);
    const asked = { task: "shorten", draft: "A long text", model: "huge" } as const;
    await expect(writeWithAi(actor, asked)).rejects.toMatchObject(unknown);
    process.env.AI_MODELS = "small,middle,other";
    expect(await getAiSettings(actor, {})).toMatchObject({ model: "small" });
  } finally {
    delete process.env.AI_MODELS;
  }
});

test("a provider that refuses or does not answer gives an error text, and requests are limited in rate", async () => {
  await using model = await startLanguageModel();
  using clock = stoppedClock(MONDAY);
  const actor = testActor();
  const asked = { task: "shorten", draft: "A long text" } as const;
  for (const answer of [401, 429, 500, " "]) {
    model.answer = answer;
    await expect(writeWithAi(actor, asked)).rejects.toMatchObject({ code: "unavailable" });
  }
  model.answer = "Short";
  for (let count = 4; count < 30; count++) await writeWithAi(actor, asked);
  await expect(writeWithAi(actor, asked)).rejects.toMatchObject({ code: "rate_limited" });
  clock.move(60_000);
  expect(await writeWithAi(actor, asked)).toMatchObject({ text: "Short" });
});

test("a model is given up while the person who asked can still be told: before the function of the API is ended", () => {
  const [api, worker] = [app.functions.api, app.functions.onCategorise];
  for (const { timeoutSeconds } of [api, worker]) {
    expect(MODEL_TIMEOUT_MS / 1000 + 3).toBeLessThan(timeoutSeconds);
  }
});

test("an answer that is missing, late or endless is a failure, which holds neither key nor text", async () => {
  await using model = await startLanguageModel();
  const baseUrl = process.env.AI_BASE_URL ?? "";
  const ask = (from: string, timeoutMs?: number) =>
    chatEndpoint({ baseUrl: from, key: "hidden" }, timeoutMs).complete({
      model: "small",
      messages: [{ role: "user", content: "private words" }],
      temperature: 0,
      maxTokens: 5,
    });
  const failures: unknown[] = [];
  const fail = (call: Promise<string>) => call.catch((error: unknown) => failures.push(error));
  await fail(ask(`${baseUrl}/elsewhere`));
  await fail(ask("http://127.0.0.1:1"));
  model.answer = () => new Promise<string>(() => {});
  await fail(ask(baseUrl, 50));
  model.answer = "x".repeat(1024 * 1024 + 1);
  await fail(ask(baseUrl));
  expect(failures).toHaveLength(4);
  for (const failure of failures) {
    expect(failure).toBeInstanceOf(ModelFailure);
    expect(String(failure)).not.toMatch(/hidden|private words/);
  }
  model.answer = "fine";
  expect(await ask(baseUrl)).toBe("fine");
});
