import type { LeadRecord } from "../../leads/lead/lead-record.ts";
import { leadIn } from "../../leads/lead/see-leads.ts";
import type { CampaignRecord } from "../campaign/campaign-record.ts";
import type { Condition } from "../subsequence/condition.schema.ts";
import { compileTemplate } from "../template/compile.ts";
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

/** What keeps steps from being sent, in words, each with the step and the variant that it is about. */
export function sequenceProblems(
  campaign: Pick<CampaignRecord, "parentId" | "condition">,
  steps: readonly SequenceStep[],
  customFields: readonly string[],
): string[] {
  if (steps.length === 0) return ["Write at least one step."];
  const opening = goesOn(campaign)
    ? undefined
    : steps.find(({ seq_type }) => seq_type.endsWith("EMAIL"));
  return steps.flatMap((step) => stepProblems(step, customFields, step === opening));
}

function stepProblems(
  step: SequenceStep,
  customFields: readonly string[],
  opensThread: boolean,
): string[] {
  const where = `Step ${step.seq_number}`;
  const total = step.variants.reduce((sum, { share }) => sum + share, 0);
  const shares =
    total === 100 || step.distribution.mode === "ai"
      ? []
      : [`${where}: the variants' shares add up to ${total}, not 100.`];
  const texts = step.variants.flatMap((variant) => {
    const name = step.variants.length > 1 ? `${where}, variant ${variant.letter}` : where;
    return textProblems(step.seq_type, variant, { name, customFields, opensThread });
  });
  return [...shares, ...texts];
}

function textProblems(
  type: StepType,
  { subject, body }: Variant,
  about: { name: string; customFields: readonly string[]; opensThread: boolean },
): string[] {
  const { name, customFields, opensThread } = about;
  const texts = STEP_TEXTS[type];
  const words = isLinkedIn(type) ? "text" : "mail";
  const needsSubject = opensThread || type === "LI_INMAIL";
  const lacks = [
    ...(texts.text === "needed" && isEmpty(body) ? [`${name}: the ${words} is empty.`] : []),
    ...(needsSubject && isEmpty(subject) ? [`${name}: write a subject.`] : []),
  ];
  const parts = [
    ["subject", texts.subject ? subject : ""],
    [words, body],
  ] as const;
  const faults = parts.flatMap(([part, source]) => {
    const compiled = compileTemplate(source, { knownNames: customFields });
    return compiled.ok ? [] : [`${name}, ${part}: ${compiled.error}.`];
  });
  return [...lacks, ...faults];
}

const isEmpty = (text: string) => text.replace(/<[^<>]*>|&nbsp;|\s/g, "") === "";
