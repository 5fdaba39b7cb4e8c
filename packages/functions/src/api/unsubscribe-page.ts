import { html } from "hono/html";
import texts from "./unsubscribe-text.ts";

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 16px; box-sizing: border-box; }
  main { max-width: 28rem; text-align: center; overflow-wrap: anywhere; }
  h1 { font-size: 1.4rem; }
  button { font: inherit; padding: 0.6rem 1.4rem; border-radius: 6px; border: 1px solid; cursor: pointer; }
`;

type Sender = { name: string; email: string };
type Page = {
  state: "ask" | "done";
  email?: string | undefined;
  sender?: Sender | undefined;
};

/** A page that names the reader and who wrote to them, and nobody else: no provider, no script, no cookie (LEAD-26, LEAD-27). */
export function unsubscribePage({ email, sender, state }: Page) {
  const address = (otherwise: string) => html`<strong>${email ?? otherwise}</strong>`;
  if (state === "ask") {
    const asked = filled(texts.ask, {
      sender: nameOf(sender),
      address: address(texts.someAddress),
    });
    return framed(
      texts.askTitle,
      html`<p>${asked}</p>
<form method="post"><button type="submit">${texts.unsubscribe}</button></form>`,
    );
  }
  const done = filled(texts.done, {
    sender: nameOf(sender),
    address: address(texts.someAddressFirst),
  });
  return framed(
    texts.doneTitle,
    html`<p>${done}</p>
${sender ? html`<p>${filled(texts.mistake, { sender: mailto(sender) })}</p>` : ""}`,
  );
}

/** For people who follow a link that was cut or changed on its way. */
export const brokenLinkPage = (isUnsubscribe: boolean) =>
  isUnsubscribe
    ? framed(
        texts.brokenTitle,
        html`<p>${texts.broken}</p>
<p>${filled(texts.brokenReply, { word: html`<strong>${texts.replyWord}</strong>` })}</p>`,
      )
    : framed(texts.brokenLinkTitle, html`<p>${texts.brokenLink}</p>`);

type Html = ReturnType<typeof html>;

/** A message with what stands in its gaps. */
function filled(message: string, gaps: Readonly<Record<string, Html | string>>): Html {
  const parts = message.split(/\{(\w+)\}/);
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : (gaps[part] ?? "")))}`;
}

const mailto = ({ email }: Sender) =>
  html`<a href="mailto:${encodeURIComponent(email).replace("%40", "@")}">${email}</a>`;

function nameOf(sender: Sender | undefined): Html | string {
  if (!sender) return texts.someSender;
  return sender.name ? html`<strong>${sender.name}</strong> (${sender.email})` : sender.email;
}

const framed = (title: string, content: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
