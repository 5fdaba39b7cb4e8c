import { Condition } from "@thaw/core/subsequence/condition.schema";
import * as v from "valibot";
import { expect, test } from "vitest";
import { conditionOf, draftOfCondition } from "./condition-draft.ts";

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
