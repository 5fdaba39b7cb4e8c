import { expect, test } from "vitest";
import { readAnswer } from "./read-answer.ts";

const FALLBACK = "The API encountered an issue. Please try again later.";
const json = (status: number, body: unknown) =>
  readAnswer(Response.json(body, { status }), FALLBACK);

test("a call gives its data, or the server's message, or where there is none what came instead [API-06]", async () => {
  expect(await json(200, { ok: true, data: { id: 7 } })).toEqual({ ok: true, data: { id: 7 } });
  expect(await json(409, { ok: false, message: "Somebody was quicker" })).toMatchObject({
    ok: false,
    message: "Somebody was quicker",
  });
  expect(await json(500, { trace: 12 })).toMatchObject({ ok: false, data: { trace: 12 } });
  const page = new Response("<h1>Bad gateway</h1>", { status: 502 });
  expect(await readAnswer(page, FALLBACK)).toMatchObject({
    ok: false,
    data: "<h1>Bad gateway</h1>",
  });
  expect(await json(200, ["no", "answer", "of", "ours"])).toMatchObject({ ok: false });
});

test("a failure carries the status and the server's own message, or else that the API encountered an issue [ERR-03]", async () => {
  expect(await json(422, { message: "It is archived" })).toMatchObject({
    status: 422,
    message: "It is archived",
  });
  for (const body of [{}, { message: "" }, { message: 7 }, null, "down"]) {
    expect(await json(503, body)).toMatchObject({ status: 503, message: FALLBACK });
  }
  const nothing = new Response(null, { status: 504 });
  expect(await readAnswer(nothing, FALLBACK)).toMatchObject({ status: 504, message: FALLBACK });
});

test("whatever else the body of a failure says is on its result [API-07]", async () => {
  const said = { message: "No", code: "conflict", fields: { name: ["Taken"] }, taken_by: 12 };
  expect(await json(409, { ok: false, ...said })).toEqual({ ok: false, status: 409, ...said });
});

test("no body makes a failure a success, or its status another [API-14]", async () => {
  const hostile = { ok: true, status: 200, data: { id: 1 }, message: "Done", fields: "none" };
  expect(await json(403, hostile)).toMatchObject({ ok: false, status: 403, fields: {} });
});
