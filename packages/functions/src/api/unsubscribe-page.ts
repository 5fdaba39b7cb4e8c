import { html } from "hono/html";

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 16px; box-sizing: border-box; }
  main { max-width: 28rem; text-align: center; }
  h1 { font-size: 1.4rem; }
  button { font: inherit; padding: 0.6rem 1.4rem; border-radius: 6px; border: 1px solid; cursor: pointer; }
`;

type Page = { email: string | undefined; state: "ask" | "done" };

/** A page that names nobody but the reader: no brand, no script, no cookie (LEAD-26, LEAD-27). */
export function unsubscribePage({ email, state }: Page) {
  const title = state === "ask" ? "Unsubscribe" : "You are unsubscribed";
  return html`<!doctype html>
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
${
  state === "ask"
    ? html`<p>Do you want no more mail to <strong>${email ?? "your address"}</strong>?</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`
    : html`<p><strong>${email ?? "Your address"}</strong> gets no more mail from this sender.</p>`
}
</main>
</body>
</html>`;
}
