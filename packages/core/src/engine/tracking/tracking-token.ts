import { base64Url, isSigned, sign } from "../../kernel/signing-key/signing-key.ts";

/** What a link in a mail stands for. Unsubscribe links work for ever, so tokens carry no expiry (D8.4). */
export type TrackingToken =
  | { kind: "open"; accountId: number; sendId: string }
  | { kind: "click"; accountId: number; sendId: string; url: string }
  /** `hash`: of the address that the mail went to, which may be no lead's by now. */
  | { kind: "unsubscribe"; accountId: number; sendId: string; hash?: string | undefined };

const LETTER = { open: "o", click: "c", unsubscribe: "u" } as const;
const MAC = base64Url(22);
/** CloudFront takes addresses of up to 8 kB; a longer one is none of ours. */
const MAX_LENGTH = 8_000;
const TOKEN = /^(\d{1,15})\.([\w-]{22})\.([\w-]*)\.((?:[a-z0-9]{1,2}\.)?[\w-]{22})$/;

/**
 * A signed token for a path like `/o/{token}`: the account, the send id, a click's target or a hash, the id of the key, and a MAC
 * over all.
 */
export function signTracking(token: TrackingToken): string {
  const body = `${token.accountId}.${token.sendId}.${targetOf(token)}`;
  return `${body}.${sign("link", signedText(token.kind, body), MAC)}`;
}

/** The token's meaning, or undefined when it was not made by us for this kind of link. */
export function readTracking(kind: TrackingToken["kind"], raw: string): TrackingToken | undefined {
  if (raw.length > MAX_LENGTH) return undefined;
  const [, account, sendId, target, signature] = TOKEN.exec(raw) ?? [];
  if (!account || !sendId || target === undefined || !signature) return undefined;
  const text = signedText(kind, `${account}.${sendId}.${target}`);
  if (!isSigned("link", { text, signature }, MAC)) return undefined;
  const accountId = Number(account);
  if (kind === "open") return { kind, accountId, sendId };
  if (kind === "unsubscribe") return { kind, accountId, sendId, hash: target || undefined };
  return { kind, accountId, sendId, url: Buffer.from(target, "base64url").toString() };
}

function targetOf(token: TrackingToken): string {
  if (token.kind === "click") return Buffer.from(token.url).toString("base64url");
  return (token.kind === "unsubscribe" && token.hash) || "";
}

const signedText = (kind: TrackingToken["kind"], body: string) =>
  `tracking|${LETTER[kind]}|${body}`;
