import type { SanitisedHtml } from "@thaw/mail/message/sanitise-html";

/** HTML of a mail made safe to show. The sanitiser and its parsers are loaded with the first of it. */
export async function cleanHtml(
  html: string,
  options: { showRemoteImages: boolean },
): Promise<SanitisedHtml> {
  const { sanitiseHtml } = await import("@thaw/mail/message/sanitise-html");
  return sanitiseHtml(html, options);
}

/** The text of HTML that a person wrote. */
export async function textOfHtml(html: string): Promise<string> {
  const { htmlToText } = await import("@thaw/mail/message/html-text");
  return htmlToText(html);
}
