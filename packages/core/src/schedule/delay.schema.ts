import * as v from "valibot";

const FOLLOW_UP = "A follow-up waits 1 to 365 whole days";
const SUBSEQUENCE = "The first step of a subsequence waits 0 to 365 whole days";

/** A campaign's first step: sent as soon as a slot is free. */
export const FirstStepDelay = v.literal(0, "The first step has no delay");

/** Calendar days after the lead's previous actual send. */
export const FollowUpDelay = v.pipe(
  v.number(FOLLOW_UP),
  v.integer(FOLLOW_UP),
  v.minValue(1, FOLLOW_UP),
  v.maxValue(365, FOLLOW_UP),
);

export const SubsequenceFirstDelay = v.pipe(
  v.number(SUBSEQUENCE),
  v.integer(SUBSEQUENCE),
  v.minValue(0, SUBSEQUENCE),
  v.maxValue(365, SUBSEQUENCE),
);

/** The delays of a sequence by position, for where only they matter; a step's schema takes the parts. */
export const CampaignDelays = v.tupleWithRest([FirstStepDelay], FollowUpDelay);
export const SubsequenceDelays = v.tupleWithRest([SubsequenceFirstDelay], FollowUpDelay);
