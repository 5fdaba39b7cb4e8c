import { NOBODY } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import { operation } from "@thaw/core/operation";
import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { expect, test } from "vitest";
import { submit } from "./submit.server.ts";

const rename = operation({
  permission: "public",
  input: v.object({
    id: v.optional(v.number()),
    name: v.pipe(v.string(issueText("enterName")), v.minLength(3, boundText("lengthLeast"))),
  }),
  output: v.object({ id: v.optional(v.number()), name: v.string() }),
  run: async (_actor, input) => {
    if (input.name === "taken") throw AppError.at("conflict", "name", "tag.nameTaken");
    if (input.name === "full") throw new AppError("plan_limit", "plan.tooSmall");
    if (input.name === "blocked") throw AppError.at("forbidden", "name", "client.cameIn");
    if (input.name === "gone") throw new AppError("not_found", "missing.tag");
    return input;
  },
});

function post(fields: Record<string, string>, more = {}) {
  const request = new Request("http://web/", { method: "POST", body: new URLSearchParams(fields) });
  return submit(request, { rename }, { actor: NOBODY, ...more });
}

test("a form runs the operation that its button names and gets the result", async () => {
  const { data, init } = await post({ intent: "rename", name: "Ada" });
  expect(init?.status).toBe(200);
  expect(data).toMatchObject({ ok: true, intent: "rename", data: { name: "Ada" } });
});

test("what the address knows wins over what the form says", async () => {
  const { data } = await post({ intent: "rename", name: "Ada", id: "7" }, { fields: { id: 1 } });
  expect(data).toMatchObject({ ok: true, data: { id: 1 } });
});

test("a wrong field comes back with its message and what was typed", async () => {
  const { data, init } = await post({ intent: "rename", name: "A" });
  expect(init?.status).toBe(400);
  expect(data).toMatchObject({
    ok: false,
    message: "Give at least 3 characters",
    result: { error: { name: ["Give at least 3 characters"] }, initialValue: { name: "A" } },
  });
});

test("what is secret is not sent back", async () => {
  const { data } = await post({ intent: "rename", name: "A", password: "hunter2" });
  expect(JSON.stringify(data)).not.toContain("hunter2");
});

test("a refusal stands at its field, or else at the form", async () => {
  const taken = await post({ intent: "rename", name: "taken" });
  expect(taken.init?.status).toBe(409);
  expect(taken.data.result.error).toEqual({ name: ["There is a tag with this name"] });
  const full = await post({ intent: "rename", name: "full" });
  expect(full.init?.status).toBe(402);
  expect(full.data.result.error).toEqual({
    "": ["Your plan does not have this: choose a larger one."],
  });
  const blocked = await post({ intent: "rename", name: "blocked" });
  expect(blocked.init?.status).toBe(403);
  expect(blocked.data.result.error).toEqual({ name: ["This client has come in already."] });
});

test("an error that no form can fix goes to the error page", async () => {
  await expect(post({ intent: "rename", name: "gone" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("an intent that the screen does not offer is refused", async () => {
  for (const intent of ["delete", "constructor", "toString", ""]) {
    await expect(post({ intent, name: "Ada" })).rejects.toMatchObject({ status: 400 });
  }
});
