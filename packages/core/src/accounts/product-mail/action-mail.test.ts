import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { renderText } from "@thaw/text/render";
import { say } from "@thaw/text/say";
import { expect, test } from "vitest";
import { renderActionMail } from "./action-mail.ts";

const MAIL = {
  subject: say("mail.verifySubject"),
  name: '<img src=x onerror="alert(1)"> & Co',
  text: say("mail.verifyText"),
  action: {
    label: say("mail.verifyLabel"),
    link: "https://app.thaw.example/verify-account?uuid=1&a=2",
  },
  footer: say("mail.verifyFooter"),
};

test("a mail says the same in plain text and in HTML", () => {
  const { text, html } = renderActionMail(MAIL);
  for (const line of [MAIL.text, MAIL.action.label, MAIL.footer]) {
    const copy = renderText(DEFAULT_LOCALE, line);
    expect(text).toContain(copy);
    expect(html).toContain(copy);
  }
  expect(text).toContain(MAIL.action.link);
  expect(html).toContain('href="https://app.thaw.example/verify-account?uuid=1&amp;a=2"');
});

test("what people typed is text in HTML, never markup", () => {
  const { html } = renderActionMail(MAIL);
  expect(html).not.toContain("<img");
  expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Co");
});

test("a screen reader learns the language and finds one heading", () => {
  const { html } = renderActionMail(MAIL);
  expect(html).toMatch(/<html lang="en">/);
  expect(html.match(/<h1/g)).toHaveLength(1);
});
