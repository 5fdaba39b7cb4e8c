import { compile, convert, type FormatCallback, type HtmlToTextOptions } from "html-to-text";
import { emptyLinesIn, lineBreak } from "./line-break.ts";

// The converter's time grows with the square of hostile nesting; clients clip mail at 102 kB.
const MAX_HTML_LENGTH = 192 * 1024;

const READING: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: MAX_HTML_LENGTH, maxDepth: 200, maxChildNodes: 20_000 },
  formatters: { lineBreak },
  selectors: [
    { selector: "br", format: "lineBreak" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
    { selector: "img", format: "skip" },
    { selector: "table", format: "block" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
  ],
};

/** Compiling the selectors takes longer than reading a mail with them. */
let read: ReturnType<typeof compile> | undefined;

/** The text of an HTML mail, bounded in length and depth. Links show their target in brackets. */
export function htmlToText(html: string): string {
  read ??= compile(READING);
  return emptyLinesIn(read(html.slice(0, MAX_HTML_LENGTH))).trim();
}

const SIGNATURES = [
  ".gmail_signature",
  "[data-smartmail=gmail_signature]",
  ".moz-signature",
  "#Signature",
  "#ms-outlook-mobile-signature",
  ".protonmail_signature_block",
];
const QUOTES = ["blockquote", ".yahoo_quoted", ".protonmail_quote", ".zmail_extra"];
const ATTRIBUTIONS = [".gmail_attr", ".moz-cite-prefix"];
// What follows these in the document is the original, not what is inside them.
const DIVIDERS = ["#divRplyFwdMsg", "#appendonsend", "hr[data-marker=__DIVIDER__]"];

const quotation: FormatCallback = (_element, _walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  builder.addInline("> …");
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const divider: FormatCallback = (_element, _walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  builder.addInline("-----Original Message-----");
  builder.closeBlock({ trailingLineBreaks: 1 });
};

/** Gmail wraps answers between quotations into the same block: only without one it is all quoted. */
const gmailQuote: FormatCallback = (element, walk, builder) => {
  if (hasBlockquote(element, 0)) walk(element.children, builder);
};

type Element = Parameters<FormatCallback>[0];

function hasBlockquote(element: Element, depth: number): boolean {
  const children: Element[] = element.children ?? [];
  return children
    .slice(0, 200)
    .some(
      (child) => child.name === "blockquote" || (depth < 10 && hasBlockquote(child, depth + 1)),
    );
}

/** The text of an HTML mail with each quotation as one line "> …" and without marked signatures. */
export function htmlWithoutQuotes(html: string): string {
  const formatted = (selectors: string[], format: string) =>
    selectors.map((selector) => ({ selector, format }));
  const text = convert(html.slice(0, MAX_HTML_LENGTH), {
    ...READING,
    formatters: { lineBreak, quotation, divider, gmailQuote },
    selectors: [
      ...(READING.selectors ?? []),
      { selector: "a", options: { ignoreHref: true } },
      ...formatted(QUOTES, "quotation"),
      ...formatted(DIVIDERS, "divider"),
      ...formatted([...SIGNATURES, ...ATTRIBUTIONS], "skip"),
      { selector: "div.gmail_quote", format: "gmailQuote" },
    ],
  });
  return emptyLinesIn(text).trim();
}
