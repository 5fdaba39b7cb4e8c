import { DEFAULT_LOCALE, type Locale } from "@thaw/text/locale";
import { renderText } from "@thaw/text/render";
import { say, type Text } from "@thaw/text/say";

/** A mail of the product that asks for one thing; `action.link` is one of our own. */
export type ActionMail = {
  subject: Text;
  /** The reader's name; empty where it is not known. */
  name: string;
  text: Text;
  action: { label: Text; link: string };
  footer: Text;
};

type Rendered = { subject: string; greeting: string; text: string; footer: string } & {
  action: { label: string; link: string };
};

/** The subject and both bodies of a mail, in the reader's language. Nobody has chosen another one yet. */
export function renderActionMail(
  { subject, name, text, action, footer }: ActionMail,
  locale: Locale = DEFAULT_LOCALE,
): { subject: string; text: string; html: string } {
  const copy = (one: Text) => renderText(locale, one);
  const mail = {
    subject: copy(subject),
    greeting: copy(name ? say("mail.greeting", { name }) : say("mail.greetingOfNobody")),
    text: copy(text),
    action: { label: copy(action.label), link: action.link },
    footer: copy(footer),
  };
  return {
    subject: mail.subject,
    text: [mail.greeting, mail.text, `${mail.action.label}:\n${action.link}`, mail.footer].join(
      "\n\n",
    ),
    html: render(locale, mail),
  };
}

function render(locale: Locale, { subject, greeting, text, action, footer }: Rendered): string {
  const link = escapeHtml(action.link);
  const openAddress = renderText(locale, say("mail.openAddress"));
  return `<!doctype html>
<html lang="${locale.slice(0, 2)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<main style="max-width:32em;margin:0 auto">
<h1 style="font-size:20px">${escapeHtml(subject)}</h1>
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(text)}</p>
<p><a href="${link}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#0b5c8f;color:#ffffff">${escapeHtml(action.label)}</a></p>
<p>${escapeHtml(openAddress)}<br>${link}</p>
<p>${escapeHtml(footer)}</p>
</main>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
