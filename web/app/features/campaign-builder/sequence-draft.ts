import {
  DEFAULT_CONNECT_WAIT_DAYS,
  type Distribution,
  type SequenceStep,
  Steps,
  SubsequenceSteps,
  type Variant,
} from "@thaw/core/campaigns/sequence/sequence.schema";
import {
  isLinkedIn,
  STEP_TYPES,
  type StepType,
} from "@thaw/core/campaigns/sequence/step-type.schema";
import type { Attachment } from "@thaw/core/kernel/upload/upload.schema";
import * as v from "valibot";
import type { RenderLine } from "../../validation.ts";
import { htmlOfText, linesOfHtml } from "./mail-html.ts";

/** A step while it is written: its waiting days may be an empty field for a moment. */
export type DraftStep = {
  /** Stays with the text when steps change places. */
  key: string;
  type: StepType;
  delayInDays: number | "";
  /** Of a request to connect on LinkedIn. */
  connectWaitDays: number | "";
  distribution: Distribution;
  variants: Variant[];
  attachments: Attachment[];
};

const FOLLOW_UP_DAYS = 3;

export const newVariants = (): Variant[] => [{ letter: "A", subject: "", body: "", share: 100 }];
export const newStep = (delayInDays: number): DraftStep => ({
  key: crypto.randomUUID(),
  type: "EMAIL",
  delayInDays,
  connectWaitDays: DEFAULT_CONNECT_WAIT_DAYS,
  distribution: { mode: "manual" },
  variants: newVariants(),
  attachments: [],
});

/** The steps as saved, or one empty step to begin with. `key`s are the same on the server and in the browser. */
export function toDraft(steps: readonly SequenceStep[]): DraftStep[] {
  if (steps.length === 0) return [{ ...newStep(0), key: "first" }];
  return steps.map(({ seq_number, seq_type, seq_delay_details, distribution, ...step }) => ({
    key: `saved-${seq_number}`,
    type: seq_type,
    delayInDays: seq_delay_details.delayInDays,
    connectWaitDays: step.connect_wait_days ?? DEFAULT_CONNECT_WAIT_DAYS,
    distribution,
    variants: step.variants,
    attachments: step.attachments ?? [],
  }));
}

export function toSteps(draft: readonly DraftStep[]) {
  return draft.map(
    ({ type, delayInDays, distribution, variants, attachments, ...step }, index) => ({
      seq_number: index + 1,
      seq_type: type,
      // An empty field is no day at all, which the schema refuses in words.
      seq_delay_details: { delayInDays: delayInDays === "" ? 0 : delayInDays },
      ...(type === "LI_CONNECT" ? { connect_wait_days: step.connectWaitDays || 0 } : {}),
      distribution,
      variants,
      ...(attachments.length > 0 ? { attachments } : {}),
    }),
  );
}

/** What is wrong with the steps, by index; templates are checked elsewhere. */
export function draftProblems(
  draft: readonly DraftStep[],
  render: RenderLine,
  { isSubsequence = false }: { isSubsequence?: boolean } = {},
): Map<number, string> {
  const parsed = v.safeParse(isSubsequence ? SubsequenceSteps : Steps, toSteps(draft));
  const problems = new Map<number, string>();
  for (const { path, message } of parsed.issues ?? []) {
    const index = Number(path?.[0]?.key ?? 0);
    if (!problems.has(index)) problems.set(index, render(message));
  }
  return problems;
}

/** The kinds of steps to choose from; LinkedIn's are off where the plan has none, but for what the step is already. */
export const typeOptions = (current: StepType, hasLinkedIn: boolean) =>
  STEP_TYPES.map((value) => ({
    value,
    isOff: isLinkedIn(value) && !hasLinkedIn && value !== current,
  }));

/** Another kind of step keeps its words: a mail's as plain text on LinkedIn, where there are no attachments either. */
export function changeType(step: DraftStep, type: StepType): DraftStep {
  const wasLinkedIn = isLinkedIn(step.type);
  if (wasLinkedIn === isLinkedIn(type)) return { ...step, type };
  const convert = wasLinkedIn ? htmlOfText : linesOfHtml;
  const variants = step.variants.map((variant) => ({
    ...variant,
    body: variant.body && convert(variant.body),
  }));
  return { ...step, type, variants, attachments: wasLinkedIn ? step.attachments : [] };
}

export function insertAfter(draft: readonly DraftStep[], index: number): DraftStep[] {
  return draft.toSpliced(index + 1, 0, newStep(FOLLOW_UP_DAYS));
}

export function duplicate(draft: readonly DraftStep[], index: number): DraftStep[] {
  const step = draft[index];
  if (!step) return [...draft];
  const copy = {
    ...step,
    key: crypto.randomUUID(),
    delayInDays: step.delayInDays || FOLLOW_UP_DAYS,
  };
  return draft.toSpliced(index + 1, 0, copy);
}

/** Whatever comes first then waits no day. */
export function remove(draft: readonly DraftStep[], index: number): DraftStep[] {
  return draft
    .toSpliced(index, 1)
    .map((step, at) => (at === 0 ? { ...step, delayInDays: 0 } : step));
}

/** The texts change places; the waiting days stay where they are. */
export function move(draft: readonly DraftStep[], from: number, to: number): DraftStep[] {
  const moved = draft[from];
  if (!moved || !draft[to]) return [...draft];
  const order = draft.toSpliced(from, 1).toSpliced(to, 0, moved);
  return order.map((step, at) => ({ ...step, delayInDays: draft[at]?.delayInDays ?? 0 }));
}

/** Changes the files of one step, wherever it stands by now. */
export function changeAttachments(
  draft: readonly DraftStep[],
  key: string,
  change: (attachments: Attachment[]) => Attachment[],
): DraftStep[] {
  return draft.map((step) =>
    step.key === key ? { ...step, attachments: change(step.attachments) } : step,
  );
}

/** Changes one variant of one step. */
export function changeVariant(
  draft: readonly DraftStep[],
  at: { index: number; letter: string },
  change: Partial<Pick<Variant, "subject" | "body">>,
): DraftStep[] {
  return draft.map((step, index) => {
    if (index !== at.index) return step;
    const variants = step.variants.map((variant) =>
      variant.letter === at.letter ? { ...variant, ...change } : variant,
    );
    return { ...step, variants };
  });
}
