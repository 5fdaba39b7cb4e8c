import { STOP_RULES } from "@thaw/core/campaigns/message/message.schema";
import { WAIT_REASONS } from "@thaw/core/engine/planner/wait-reason.schema";
import { REFUSAL_CAUSES } from "@thaw/mail/refusal/refusal-cause.schema";
import { expect, test } from "vitest";
import { allTexts } from "../../messages/all.server.ts";
import { installTextSource } from "../../messages/source.ts";
import { textOf } from "../../messages/text.tsx";
import { paramsOf } from "./diagnostics-text.ts";
import { failureText } from "./failure-text.ts";

installTextSource(allTexts);
const said = failureText(textOf("en-US", "campaign-detail"));

test("each rule that holds an email back has a text", () => {
  expect(said("window_closed")).toBe("Outside sending hours");
  const asText = [...WAIT_REASONS, ...STOP_RULES].map((rule) => said(rule));
  expect(asText.filter((copy) => copy.includes("_"))).toEqual([]);
});

test("what a server said stays as it said it", () => {
  expect(said("550 5.1.1 network: no such user")).toBe("550 5.1.1 network: no such user");
});

test("an email that was put back is told with the rule in words, not with its name", () => {
  const asText = (value: string | number | boolean) => value;
  const figures = { failure: "window_closed", at: "2026-03-02T09:05:00.000Z", step: 1 };
  expect(paramsOf(figures, { failure: said, asText })).toEqual({
    ...figures,
    failure: "Outside sending hours",
  });
});

test("a refusal is told with who has to act, before what the server said", () => {
  expect(said("550 5.1.1 No such user", "address")).toBe(
    "This address takes no email: 550 5.1.1 No such user",
  );
  expect(REFUSAL_CAUSES.map((cause) => said("", cause)).filter((copy) => copy === "")).toEqual([]);
  expect(said("block_list", "address")).toBe(said("block_list"));
});
