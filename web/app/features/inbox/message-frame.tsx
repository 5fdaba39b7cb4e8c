type Props = {
  title: string;
  /** Sanitised by the server. */
  html: string;
  hasImages: boolean;
};

const LINE_PX = 24;
const LINE_CHARACTERS = 70;
const BLOCK = /<(?:p|br|div|li|tr|h[1-6]|blockquote|img)\b/gi;

/** About as high as the mail: nothing outside the frame may look inside to measure it. */
function heightOf(html: string): number {
  const blocks = html.match(BLOCK)?.length ?? 0;
  const lines = html.replace(/<[^<>]*>/g, "").length / LINE_CHARACTERS;
  const pixels = (blocks + lines) * LINE_PX;
  return Math.round(Math.min(Math.max(pixels, 4 * LINE_PX), 40 * LINE_PX)) + 2 * LINE_PX;
}

/**
 * The HTML of a mail in a frame of its own, where nothing runs and nothing of ours can be reached, should the sanitiser ever
 * miss something. Images of other servers load only with `hasImages`.
 */
export function MessageFrame({ title, html, hasImages }: Props) {
  const images = hasImages ? "img-src data: https:" : "img-src data:";
  const policy = `default-src 'none'; ${images}; style-src 'unsafe-inline'`;
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><style>body{margin:12px;font:14px/1.5 system-ui,sans-serif;color:#1f242e;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}blockquote{margin:0 0 0 8px;padding-left:8px;border-left:2px solid #d6dbe1;color:#646e7d}</style>${html}`;
  return (
    <iframe
      className="message-frame"
      title={title}
      style={{ height: heightOf(html) }}
      srcDoc={page}
      // Links open elsewhere; scripts, forms and our origin stay out of reach.
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
    />
  );
}
