import { Condition, type ConditionKind } from "@thaw/core/campaigns/subsequence/condition.schema";
import * as v from "valibot";
import type { RenderLine } from "../../validation.ts";

/** A condition while it is chosen: what belongs to the other kinds is kept, so that going back loses nothing. */
export type ConditionDraft = {
  kind: ConditionKind | "";
  categoryIds: number[];
  count: number | "";
  waitDays: number | "";
  urlContains: string;
  phrases: string[];
  days: number | "";
  connection: "accepted" | "pending";
  pendingDays: number | "";
};

const EMPTY: ConditionDraft = {
  kind: "",
  categoryIds: [],
  count: 1,
  waitDays: 0,
  urlContains: "",
  phrases: [],
  days: 30,
  connection: "accepted",
  pendingDays: 7,
};

export function draftOfCondition(condition: Condition | undefined): ConditionDraft {
  if (!condition) return EMPTY;
  const draft = { ...EMPTY, kind: condition.kind };
  switch (condition.kind) {
    case "category":
      return { ...draft, categoryIds: condition.category_ids };
    case "open":
      return { ...draft, count: condition.count, waitDays: condition.wait_days };
    case "click":
      return { ...draft, urlContains: condition.url_contains ?? "" };
    case "reply_text":
      return { ...draft, phrases: condition.phrases };
    case "re_engagement":
      return { ...draft, days: condition.days };
    case "linkedin_connection":
      return { ...draft, connection: condition.when, pendingDays: condition.pending_days };
    case "reply":
    case "push_on_bounce":
      return draft;
  }
}

/** What is sent, not checked yet: an empty number is told to be wrong where it is checked. */
export function conditionOf(draft: ConditionDraft): unknown {
  const { kind, categoryIds, count, waitDays, urlContains, phrases, days } = draft;
  const { connection: when, pendingDays } = draft;
  switch (kind) {
    case "category":
      return { kind, category_ids: categoryIds };
    case "open":
      return { kind, count, wait_days: waitDays };
    case "click":
      return urlContains.trim() ? { kind, url_contains: urlContains } : { kind };
    case "reply_text":
      return { kind, phrases };
    case "re_engagement":
      return { kind, days };
    case "linkedin_connection":
      return when === "pending" ? { kind, when, pending_days: pendingDays } : { kind, when };
    case "":
    case "reply":
    case "push_on_bounce":
      return { kind };
  }
}

/** What is wrong with a condition, by the name of its field; nothing while none is chosen. */
export function conditionProblems(
  draft: ConditionDraft,
  render: RenderLine,
): Record<string, string> {
  if (draft.kind === "") return {};
  const parsed = v.safeParse(Condition, conditionOf(draft));
  const issues = [...(parsed.issues ?? [])].reverse();
  return Object.fromEntries(
    issues.map((issue) => [v.getDotPath(issue)?.split(".")[0] ?? "", render(issue.message)]),
  );
}
