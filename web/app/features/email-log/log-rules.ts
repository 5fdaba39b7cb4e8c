import type { EventKind } from "@thaw/core/reporting/event/event.schema";
import type { ListRules } from "../../list/list-query.ts";

/** What people look for in a log; the others are seen without a filter. */
export const KINDS = [
  "sent",
  "failed",
  "unknown",
  "skipped",
  "stopped",
  "opened",
  "clicked",
  "machine-opened",
  "machine-clicked",
  "replied",
  "bounced",
  "unsubscribed",
] as const satisfies readonly EventKind[];
export const RULES: ListRules = { filters: { kind: KINDS } };
