import { Condition } from "@thaw/core/campaigns/subsequence/condition.schema";
import * as v from "valibot";
import { expect, test } from "vitest";
import { inEnglish } from "../../../../tests/support/in-english.ts";
import { conditionOf, conditionProblems, draftOfCondition } from "./condition-draft.ts";

test("a condition that is opened and not changed is sent as it was", () => {
  const conditions: Condition[] = [
    { kind: "category", category_ids: [1, 12] },
    { kind: "open", count: 3, wait_days: 2 },
    { kind: "reply" },
    { kind: "click", url_contains: "/pricing" },
    { kind: "reply_text", phrases: ["demo", "price list"] },
    { kind: "re_engagement", days: 45 },
    { kind: "linkedin_connection", when: "accepted", pending_days: 7 },
    { kind: "linkedin_connection", when: "pending", pending_days: 3 },
    { kind: "push_on_bounce" },
  ];
  for (const condition of conditions) {
    expect(v.parse(Condition, conditionOf(draftOfCondition(condition)))).toEqual(condition);
  }
});

test("nothing chosen and an empty number are no condition", () => {
  const isCondition = (raw: unknown) => v.safeParse(Condition, raw).success;
  const draft = draftOfCondition(undefined);
  expect(isCondition(conditionOf(draft))).toBe(false);
  expect(isCondition(conditionOf({ ...draft, kind: "open", count: "" }))).toBe(false);
});

test("what is wrong with a condition stands at its field, and nothing is while none is chosen", () => {
  const draft = draftOfCondition(undefined);
  expect(conditionProblems(draft, inEnglish)).toEqual({});
  expect(conditionProblems({ ...draft, kind: "category" }, inEnglish)).toEqual({
    category_ids: "Choose at least one category",
  });
  expect(conditionProblems({ ...draft, kind: "open", count: 21, waitDays: 31 }, inEnglish)).toEqual(
    {
      count: "At most 20 opens",
      wait_days: "Wait without a reply: 0 to 30 days",
    },
  );
  expect(conditionProblems({ ...draft, kind: "reply_text", phrases: ["demo"] }, inEnglish)).toEqual(
    {},
  );
});
