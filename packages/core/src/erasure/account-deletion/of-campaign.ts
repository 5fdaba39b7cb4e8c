// Written by `npm run generate`: do not edit.
import { categorisedLeadErasure } from "../../campaigns/restricted-metric/categorised-lead.entity.ts";
import { sequenceErasure } from "../../campaigns/sequence/sequence.entity.ts";
import { variantStateErasure } from "../../campaigns/variant/variant-state.entity.ts";
import { forecastErasure } from "../../engine/forecast/forecast.entity.ts";
import { triggerRunErasure } from "../../engine/trigger-run/trigger-run.entity.ts";
import type { Campaign, Erasure } from "../../kernel/erasure/declare.ts";
import { counterErasure } from "../../reporting/counter/erase-counters.ts";

export const CAMPAIGN_ERASURES: readonly Erasure<Campaign>[] = [
  categorisedLeadErasure,
  sequenceErasure,
  variantStateErasure,
  forecastErasure,
  triggerRunErasure,
  counterErasure,
];
