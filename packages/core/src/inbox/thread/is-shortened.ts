import { textOfHtml } from "./clean-html.ts";
import type { MailBody } from "./mail-body.ts";

/**
 * Whether an email contains something to see that its shown text leaves out: quotes, a signature, a link's target, a
 * picture.
 */
export async function isShortened({ text, html }: MailBody, shown: string): Promise<boolean> {
  if (hasPicture(html)) return true;
  return lettersOf(html ? await textOfHtml(html) : text) !== lettersOf(shown);
}

export const hasPicture = (html: string | undefined) => /<img\b/i.test(html ?? "");

/** Lines are broken anew on the way to what is shown, and marks of no width are dropped. */
const lettersOf = (text: string) => text.replace(/[\s\u200b\ue000-\ue002]+/g, "");
