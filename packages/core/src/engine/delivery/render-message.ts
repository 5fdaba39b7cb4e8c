import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { renderText } from "@thaw/text/render";
import { say, type Text } from "@thaw/text/say";
import type { CampaignSettings } from "../../campaigns/campaign/campaign.schema.ts";
import type { Variant } from "../../campaigns/sequence/sequence.schema.ts";
import { compileTemplate, faultText } from "../../campaigns/template/compile.ts";
import { renderTemplate, templateValues } from "../../campaigns/template/render.ts";
import type { Template } from "../../campaigns/template/template.ts";
import type { EpochMs } from "../../instant.schema.ts";
import type { Lead } from "../../leads/lead/lead.schema.ts";

export type Sender = { email: string; from_name: string; signature: string };

export type CompiledVariant = { letter: string; subject: Template; body: Template };

export type RenderInput = {
  lead: Pick<Lead, "id" | "email" | "custom_fields"> & Partial<Lead>;
  sender: Sender;
  /** Asked only where the text names the lead's category. */
  categoryName?: (id: number) => Promise<string | undefined>;
  step: number;
  settings: Pick<CampaignSettings, "plain_text" | "unsubscribe_footer">;
  /** Where the person leaves the list; a placeholder in previews. */
  unsubscribeUrl: string;
  /** Epoch milliseconds of the (planned) send. */
  now: EpochMs;
  timezone: string;
};

export type RenderedMessage = {
  subject: string;
  /** Absent in plain-text mode. */
  html?: string;
  text: string;
  /** Variables without value and without fallback. */
  missing: string[];
};

/** A text that cannot be made of its template. The message is for logs. */
export class TemplateFault extends Error {
  /** What is wrong and where. */
  readonly text: Text;
  /** Without line and column, which mean little to whoever writes without seeing HTML. */
  readonly problem: Text;

  constructor(text: Text, problem = text) {
    super(renderText(DEFAULT_LOCALE, text));
    this.text = text;
    this.problem = problem;
  }
}

const PART_FAULTS = { subject: "template.subjectFault", body: "template.bodyFault" } as const;

/** @throws TemplateFault naming the part, the problem and its position */
export function compileVariant(
  variant: Pick<Variant, "letter" | "subject" | "body">,
): CompiledVariant {
  const compiled = (part: "subject" | "body") => {
    // A field that no lead of the campaign has renders empty; the launch check has warned of it.
    const result = compileTemplate(variant[part], { anyName: true });
    if (result.ok) return result.template;
    const of = (fault: Text) => say(PART_FAULTS[part], { fault });
    throw new TemplateFault(of(faultText(result)), of(result.problem));
  };
  return { letter: variant.letter, subject: compiled("subject"), body: compiled("body") };
}

/** The text that leaves for one lead: the same for preview, test mail and send, because choices hang on lead, step and variant. */
export async function renderMessage(
  variant: CompiledVariant,
  input: RenderInput,
): Promise<RenderedMessage> {
  // Most of what a function weighs that may render and mostly does not.
  const { htmlToText } = await import("@thaw/mail/message/html-text");
  const { settings, unsubscribeUrl } = input;
  const link = settings.plain_text ? unsubscribeUrl : `<a href="${unsubscribeUrl}">Unsubscribe</a>`;
  const category = await categoryOf(variant, input);
  const ready = {
    signature: input.sender.signature,
    unsubscribe_link: link,
    ...(category ? { category } : {}),
  };
  const context = contextOf(variant, input, ready);
  const subject = renderTemplate(variant.subject, { ...context, mode: "subject" });
  const body = renderTemplate(variant.body, { ...context, mode: "html" });
  const html = settings.unsubscribe_footer ? `${body.text}<p>${link}</p>` : body.text;
  const missing = [...new Set([...subject.missing, ...body.missing])];
  const text = htmlToText(html);
  return settings.plain_text
    ? { subject: subject.text, text, missing }
    : { subject: subject.text, html, text, missing };
}

/** What a person sends by hand on LinkedIn: plain text, with the same words and choices as a mail. */
export function renderPlain(
  variant: CompiledVariant,
  input: Omit<RenderInput, "settings" | "unsubscribeUrl">,
): { subject: string; text: string; missing: string[] } {
  const context = contextOf(variant, input, {});
  const subject = renderTemplate(variant.subject, { ...context, mode: "subject" });
  const body = renderTemplate(variant.body, { ...context, mode: "text" });
  const missing = [...new Set([...subject.missing, ...body.missing])];
  return { subject: subject.text, text: body.text.trim(), missing };
}

async function categoryOf(
  { subject, body }: CompiledVariant,
  { lead, categoryName }: RenderInput,
): Promise<string | undefined> {
  const isNamed = [...subject.variables, ...body.variables].includes("category");
  return isNamed && lead.category_id !== undefined ? categoryName?.(lead.category_id) : undefined;
}

/** `ready`: values that are more than a word of the lead or of the sender. */
function contextOf(
  variant: CompiledVariant,
  { lead, sender, step, now, timezone }: Omit<RenderInput, "settings" | "unsubscribeUrl">,
  ready: Record<string, string>,
) {
  const { custom_fields, id: _id, ...fields } = lead;
  const values = templateValues(
    custom_fields,
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      ),
    ),
    {
      sender_name: sender.from_name,
      sender_first_name: sender.from_name.split(/\s+/)[0],
      sender_email: sender.email,
      ...ready,
    },
  );
  const seed = { leadId: lead.id, stepId: step, variant: variant.letter };
  return { values, seed, now, timezone };
}
