type Props = {
  title: string;
  /** Sanitised by the server. */
  html: string;
  hasImages: boolean;
};

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
      srcDoc={page}
      // Links open elsewhere; scripts, forms and our origin stay out of reach.
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
    />
  );
}
