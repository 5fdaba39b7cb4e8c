import { STOP_RULES } from "@thaw/core/campaigns/message/message.schema";
import { WAIT_REASONS } from "@thaw/core/engine/planner/wait-reason.schema";
import { expect, test } from "vitest";
import { allTexts } from "../../messages/all.server.ts";
import { installTextSource } from "../../messages/source.ts";
import { textOf } from "../../messages/text.tsx";
import { failureText } from "./failure-text.ts";

installTextSource(allTexts);
const said = failureText(textOf("en-US", "campaign-detail"));

test("each rule that holds an email back has a text", () => {
  expect(said("window_closed")).toBe("Outside sending hours");
  const asText = [...WAIT_REASONS, ...STOP_RULES].map(said);
  expect(asText.filter((copy) => copy.includes("_"))).toEqual([]);
});

test("what a server said stays as it said it", () => {
  expect(said("550 5.1.1 network: no such user")).toBe("550 5.1.1 network: no such user");
});
