/** A mail of the product that asks for one thing. All of it is plain text; `action.link` is one of our own. */
export type ActionMail = {
  subject: string;
  greeting: string;
  text: string;
  action: { label: string; link: string };
  footer: string;
};

/** The subject and both bodies of a mail. */
export function renderActionMail(mail: ActionMail): {
  subject: string;
  text: string;
  html: string;
} {
  const { subject, greeting, action, footer } = mail;
  return {
    subject,
    text: [greeting, mail.text, `${action.label}:\n${action.link}`, footer].join("\n\n"),
    html: render(mail),
  };
}

function render({ subject, greeting, text, action, footer }: ActionMail): string {
  const link = escapeHtml(action.link);
  return `<!doctype html>
<html lang="en">
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
<p>If the button does not work, open this address:<br>${link}</p>
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
