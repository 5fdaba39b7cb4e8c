import { addressHash } from "../../leads/suppression/erased-address.ts";
import { signTracking } from "./tracking-token.ts";

type Mail = {
  accountId: number;
  sendId: string;
  /** The product's own origin: where people leave the list must work for ever, whatever becomes of a domain. */
  siteUrl: string;
};
/** `trackingUrl`: the origin of pixels and links, the mailbox's own where it has one. */
type Tracked = Mail & { trackingUrl: string };

const LINK = /(<a\b[^<>]*?\bhref\s*=\s*)("https?:\/\/[^"]*"|'https?:\/\/[^']*')/gi;
/** A longer address, signed and in base64, would be more than CloudFront takes. */
const MAX_URL_LENGTH = 5_000;
const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
};

/** Where anyone who has the address `to` leaves the list; also the List-Unsubscribe header's address (RFC 8058). */
export function unsubscribeUrl({ accountId, sendId, siteUrl, to }: Mail & { to: string }): string {
  const hash = addressHash(accountId, to);
  return `${siteUrl}/u/${signTracking({ kind: "unsubscribe", accountId, sendId, hash })}`;
}

/**
 * Adds open and click tracking to the HTML of an email: one invisible image, and http(s) links that redirect through us.
 * Unsubscribe links stay as they are, since a lost redirect must never keep anyone on a list.
 */
export function instrument(
  html: string,
  tracked: Tracked,
  options: { opens: boolean; clicks: boolean },
): string {
  const { accountId, sendId, siteUrl, trackingUrl } = tracked;
  const clicked = options.clicks
    ? html.replace(LINK, (whole, before: string, quoted: string) => {
        const url = decode(quoted.slice(1, -1));
        if (url.startsWith(`${siteUrl}/u/`) || !isFollowable(url)) return whole;
        return `${before}"${trackingUrl}/c/${signTracking({ kind: "click", accountId, sendId, url })}"`;
      })
    : html;
  if (!options.opens) return clicked;
  const token = signTracking({ kind: "open", accountId, sendId });
  return `${clicked}<img src="${trackingUrl}/o/${token}.gif" width="1" height="1" alt="" style="display:none">`;
}

const isFollowable = (url: string) => url.length <= MAX_URL_LENGTH && URL.canParse(url);

const decode = (text: string) =>
  text.replace(/&(amp|quot|lt|gt|#39);/g, (entity) => ENTITIES[entity] ?? entity);
