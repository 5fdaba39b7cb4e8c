import sanitizeHtml from "sanitize-html";

export type SanitisedHtml = {
  html: string;
  /** Images that would load from another host; each waits in `data-remote-src` until asked for. */
  remoteImages: number;
};

const MAX_LENGTH = 1024 * 1024;
const MAX_DEPTH = 1000;
const MAX_LEFT_OPEN = 5000;
const NESTING_LIMIT = 200;

const TAGS = `
  a abbr b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div
  dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span
  strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr
`
  .trim()
  .split(/\s+/);

const BOX = ["align", "valign", "width", "height", "bgcolor", "border"];
const ATTRIBUTES = {
  "*": ["dir", "lang", "title", "style"],
  a: ["href", "target", "rel"],
  img: ["src", "alt", "width", "height", "border", "data-remote-src", "referrerpolicy"],
  font: ["color", "size", "face"],
  table: [...BOX, "cellpadding", "cellspacing"],
  td: [...BOX, "colspan", "rowspan", "nowrap"],
  th: [...BOX, "colspan", "rowspan", "nowrap"],
  tr: BOX,
  col: ["span", "width"],
  ol: ["start", "type"],
};

// No url(), no expression(), no escapes, no custom properties: only words, numbers and colours.
const PLAIN_VALUE = [/^(?!.*(?:url|expression|image|attr|var|env)\s*\()[\w\s#%.,()+/'"-]{1,200}$/i];
const STYLES = `
  background-color border border-bottom border-collapse border-color border-left
  border-radius border-right border-spacing border-style border-top border-width clear
  color direction display float font font-family font-size font-style font-weight height
  letter-spacing line-height list-style-type margin margin-bottom margin-left margin-right
  margin-top max-width min-width padding padding-bottom padding-left padding-right
  padding-top text-align text-decoration text-indent text-transform vertical-align
  white-space width word-break word-spacing word-wrap
`
  .trim()
  .split(/\s+/);

const DATA_IMAGE = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]+$/i;
const REMOTE = /^(?:https?:)?\/\//i;

/**
 * Makes the HTML of a received mail safe to show: an allow list of tags, attributes and styles, so that
 * no script, form, frame, handler, style sheet or redirection is left. Links open elsewhere and do not
 * say where they were opened. Remote images do not load unless `showRemoteImages` is set.
 * Show it in a sandboxed frame all the same.
 */
export function sanitiseHtml(
  html: string,
  options: { showRemoteImages?: boolean } = {},
): SanitisedHtml {
  let remoteImages = 0;
  const image: sanitizeHtml.Transformer = (tagName, { src = "", ...rest }) => {
    const { "data-remote-src": _claimed, ...attribs } = rest;
    const source = src.replace(/[\p{Cc}\s]+/gu, "");
    if (!REMOTE.test(source)) {
      const isSafe = DATA_IMAGE.test(source) || /^cid:/i.test(source);
      return { tagName, attribs: isSafe ? { ...attribs, src: source } : attribs };
    }
    remoteImages += 1;
    const url = source.startsWith("//") ? `https:${source}` : source;
    return {
      tagName,
      attribs: options.showRemoteImages
        ? { ...attribs, src: url, referrerpolicy: "no-referrer" }
        : { ...attribs, "data-remote-src": url },
    };
  };
  const clean = sanitizeHtml(cutNesting(hideLoose(html.slice(0, MAX_LENGTH))), {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedStyles: { "*": Object.fromEntries(STYLES.map((name) => [name, PLAIN_VALUE])) },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["http", "https", "data", "cid"] },
    allowedSchemesAppliedToAttributes: ["href", "src", "cite", "data-remote-src"],
    allowProtocolRelative: false,
    nestingLimit: NESTING_LIMIT,
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "title", "svg", "math"],
    transformTags: { a: link, img: image },
  });
  return { html: showLoose(clean), remoteImages };
}

const link: sanitizeHtml.Transformer = (tagName, { href, ...rest }) => {
  const { target: _target, rel: _rel, ...attribs } = rest;
  if (!href) return { tagName, attribs };
  return {
    tagName,
    attribs: { ...attribs, href, target: "_blank", rel: "noopener noreferrer nofollow" },
  };
};

/** A character that Unicode leaves to programs: it stands for nothing in a text. */
const LOOSE = "\u{FDD0}";

/**
 * A `<` that begins no tag (WHATWG HTML 13.2.5.6) is text, and the parser takes a long time over each: it does not see them.
 */
const hideLoose = (html: string) => html.replaceAll(LOOSE, "").replace(/<(?![a-z/!?])/gi, LOOSE);

const showLoose = (html: string) => html.replaceAll(LOOSE, "&lt;");

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
const END_OPTIONAL = /^(?:p|li|td|tr|th|dt|dd|option)$/;

/** Cuts hostile nesting off before it is parsed: the parser's time grows with the square of depth. */
function cutNesting(html: string): string {
  const open = new Map<string, number>();
  let depth = 0;
  let leftOpen = 0;
  for (const { 1: slash, 2: tag = "", index } of html.matchAll(/<(\/?)([a-z][^\s/>]{0,40})/gi)) {
    const name = tag.toLowerCase();
    const count = open.get(name) ?? 0;
    // An end tag that closes nothing must not hide what stays open.
    if (VOID.test(name) || (slash && count === 0)) continue;
    const step = slash ? -1 : 1;
    open.set(name, count + step);
    if (END_OPTIONAL.test(name)) leftOpen += step;
    else depth += step;
    if (depth > MAX_DEPTH || leftOpen > MAX_LEFT_OPEN) return html.slice(0, index);
  }
  return html;
}
