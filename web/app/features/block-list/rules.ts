import { SUPPRESSION_SOURCES } from "@thaw/core/leads/suppression/suppression.schema";
import type { ListRules } from "../../list/list-query.ts";

export const RULES: ListRules = { filters: { source: SUPPRESSION_SOURCES, client: "any" } };
