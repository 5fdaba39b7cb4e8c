import { say, type Text } from "@thaw/text/say";
import type { LeadRecord } from "../../leads/lead/lead-record.ts";
import { leadIn } from "../../leads/lead/see-leads.ts";
import type { CampaignRecord } from "../campaign/campaign-record.ts";
import type { Condition } from "../subsequence/condition.schema.ts";
import { compileTemplate, faultText } from "../template/compile.ts";
import type { SequenceStep, Variant } from "./sequence.schema.ts";
import { isLinkedIn, STEP_TEXTS, type StepType } from "./step-type.schema.ts";

/** The custom fields of these leads as the campaign knows them: others are unknown words in a text. A subsequence's leads are its parent's. */
export const customFieldsOf = (
  { campaignId, parentId = campaignId }: CampaignRecord,
  leads: Iterable<LeadRecord>,
): string[] => [...leads].flatMap((lead) => Object.keys(leadIn(lead, parentId).custom_fields));

/** A new address begins a new thread; every other subsequence goes on with the conversation so far. */
const goesOn = ({ parentId, condition }: Pick<CampaignRecord, "parentId" | "condition">) =>
  parentId !== undefined && (condition as Condition | undefined)?.kind !== "push_on_bounce";

/** What keeps steps from being sent, each with the step and the variant that it is about. */
export function sequenceProblems(
  campaign: Pick<CampaignRecord, "parentId" | "condition">,
  steps: readonly SequenceStep[],
  customFields: readonly string[],
): Text[] {
  if (steps.length === 0) return [say("sequence.noStep")];
  const opening = goesOn(campaign)
    ? undefined
    : steps.find(({ seq_type }) => seq_type.endsWith("EMAIL"));
  return steps.flatMap((step) => stepProblems(step, customFields, step === opening));
}

function stepProblems(
  step: SequenceStep,
  customFields: readonly string[],
  opensThread: boolean,
): Text[] {
  const number = step.seq_number;
  const where = say("sequence.step", { number });
  const total = step.variants.reduce((sum, { share }) => sum + share, 0);
  const shares =
    total === 100 || step.distribution.mode === "ai"
      ? []
      : [say("sequence.shares", { where, total })];
  const texts = step.variants.flatMap((variant) => {
    const { letter } = variant;
    const name = step.variants.length > 1 ? say("sequence.stepVariant", { number, letter }) : where;
    return textProblems(step.seq_type, variant, { where: name, customFields, opensThread });
  });
  return [...shares, ...texts];
}

function textProblems(
  type: StepType,
  { subject, body }: Variant,
  about: { where: Text; customFields: readonly string[]; opensThread: boolean },
): Text[] {
  const { where, customFields, opensThread } = about;
  const texts = STEP_TEXTS[type];
  const whole = say(isLinkedIn(type) ? "sequence.text" : "sequence.mail");
  const needsSubject = opensThread || type === "LI_INMAIL";
  const lacks = [
    ...(texts.text === "needed" && isEmpty(body)
      ? [say("sequence.textEmpty", { where, part: whole })]
      : []),
    ...(needsSubject && isEmpty(subject) ? [say("sequence.noSubject", { where })] : []),
  ];
  const parts = [
    [say("sequence.subject"), texts.subject ? subject : ""],
    [whole, body],
  ] as const;
  const faults = parts.flatMap(([part, source]) => {
    const compiled = compileTemplate(source, { knownNames: customFields });
    return compiled.ok ? [] : [say("sequence.fault", { where, part, fault: faultText(compiled) })];
  });
  return [...lacks, ...faults];
}

const isEmpty = (text: string) => text.replace(/<[^<>]*>|&nbsp;|\s/g, "") === "";
