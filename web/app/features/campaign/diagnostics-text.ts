import type { Fact, Figures, Rule } from "@thaw/core/workspace/diagnostics/diagnostics.schema";
import { useTimeOfDay, useTimeText } from "../../components/time.tsx";
import type { TextKey } from "../../messages/namespaces.ts";
import { type Text as Copy, useText } from "../../messages/text.tsx";
import { useFailureText } from "./failure-text.ts";

type Params = Record<string, string | number | boolean>;

const INSTANT = /^\d{4}-\d{2}-\d{2}T/;
const TIME_OF_DAY = /^\d{2}:\d{2}$/;

/** Rules whose sentence about a whole campaign differs from that about a lead. */
const OF_CAMPAIGN: Partial<Record<Rule, TextKey<"send-plan">>> = {
  planned: "rule_planned_campaign",
  next_run: "rule_next_run_campaign",
  not_due: "rule_not_due_campaign",
  mailbox_missing: "rule_mailbox_missing_campaign",
};

/** Writes what the planner answers: instants in the reader's own time. */
export function useDiagnosticsText() {
  const t = useText("send-plan");
  const write = useTimeText();
  const timeOfDay = useTimeOfDay();
  const asText = (value: Figures[string]) => {
    if (typeof value !== "string") return value;
    if (TIME_OF_DAY.test(value)) return timeOfDay(value);
    return INSTANT.test(value) ? write(value, "full") : value;
  };
  const failure = useFailureText();
  const params = (figures: Figures) => paramsOf(figures, { failure, asText });
  return {
    rule: (rule: Rule, figures: Figures, isCampaign: boolean) => {
      const defaults = { sender: t("anyMailbox"), reason: "" };
      const key = (isCampaign && OF_CAMPAIGN[rule]) || ruleKey(rule, figures);
      return t(key, { ...defaults, ...params(figures) });
    },
    fact: ({ fact, figures }: Fact) => factText(t, fact, params(figures)),
  };
}

type Reading = {
  failure: (detail: string) => string;
  asText: (value: Figures[string]) => Figures[string];
};

/** What kept a mail back is told by a rule's name or in a server's words; every other figure by its kind. */
export const paramsOf = (figures: Figures, { failure, asText }: Reading): Params =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      name === "failure" && typeof value === "string" ? failure(value) : asText(value),
    ]),
  );

function ruleKey(rule: Rule, figures: Figures): TextKey<"send-plan"> {
  if (rule === "lead_paused" && figures.until === undefined) return "rule_lead_paused_open";
  if (rule === "day_closed" && !figures.closed_for) return "rule_day_closed_own";
  if (rule === "retry" && !figures.failure) return "rule_retry_plain";
  return `rule_${rule}`;
}

function factText(t: Copy<"send-plan">, fact: Fact["fact"], params: Params): string {
  switch (fact) {
    case "timezone":
      return t("timezone_fact", params);
    case "window":
      return t(windowKey(params), params);
    case "delay":
      return t(params.due_at === undefined ? "delay_first" : "delay_until", params);
    case "mailbox":
      return mailboxText(t, params);
    case "gap":
      return gapText(t, params);
    case "daily_limit":
      return t("limit_used", params);
    case "new_leads":
      return t("new_used", params);
    case "run":
      return t("run_next", params);
    default:
      return fact satisfies never;
  }
}

function windowKey({ is_open, closed_for }: Params): TextKey<"send-plan"> {
  if (is_open) return "window_open";
  if (closed_for === undefined) return "window_shut";
  return closed_for ? "window_shut_day" : "window_shut_own";
}

function gapText(t: Copy<"send-plan">, params: Params): string {
  const isBusy = params.free_at !== undefined;
  if (params.minutes === undefined) return t(isBusy ? "gap_busy" : "gap_free", params);
  return t(isBusy ? "gap_minutes_busy" : "gap_minutes_free", params);
}

function mailboxText(t: Copy<"send-plan">, params: Params): string {
  if (params.able !== undefined) return t("mailbox_all", params);
  const named = { sender: t("anyMailbox"), ...params };
  if (params.closed_until !== undefined) return t("mailbox_shut", named);
  return t(params.can_send ? "mailbox_can" : "mailbox_cannot", named);
}
