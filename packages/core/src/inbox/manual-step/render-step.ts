import type { SequenceStep, Variant } from "../../campaigns/sequence/sequence.schema.ts";
import {
  isLinkedIn,
  LINKEDIN_LENGTHS,
  STEP_TEXTS,
} from "../../campaigns/sequence/step-type.schema.ts";
import {
  compileVariant,
  type RenderInput,
  renderMessage,
  renderPlain,
} from "../../engine/delivery/render-message.ts";

export type RenderedStep = { subject: string; text: string; missing: string[] };

/**
 * What a person is to send for a step: of a mail the HTML, on LinkedIn plain text, as long as it takes (D24).
 *
 * @throws TemplateFault naming the part, the problem and its position
 */
export async function renderStep(
  { seq_type: type }: Pick<SequenceStep, "seq_type">,
  variant: Variant,
  input: RenderInput,
): Promise<RenderedStep> {
  const compiled = compileVariant(variant);
  if (!isLinkedIn(type)) {
    const { subject, html, text, missing } = await renderMessage(compiled, input);
    return { subject, text: html ?? text, missing };
  }
  const { subject, text, missing } = renderPlain(compiled, input);
  const lengths = LINKEDIN_LENGTHS[type];
  return {
    subject: STEP_TEXTS[type].subject ? cut(subject, lengths.subject) : "",
    text: cut(text, lengths.text),
    missing,
  };
}

/** At most so many characters; what is too long ends with an ellipsis, after a whole word where there is one. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const short = text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "");
  const wholeWords = short.replace(/\s+\S*$/, "");
  return `${wholeWords || short}…`;
}
