import { judgeRefusal, type Refusal, type RefusalPhase } from "../refusal/refusal.ts";

/** What keeps the session or its mailbox from sending, whatever the message and its recipient are. */
export type SessionFailureKind =
  /** The mailbox's login is refused. */
  | "mailbox-auth"
  /** The mailbox's server wants fewer connections, fewer messages or a pause. */
  | "mailbox-busy"
  /** No connection to the mailbox's server, or one that ended before the message was delivered. */
  | "network"
  /** The connection ended after the message was delivered and before the server answered. */
  | "unknown-outcome";

/** The codes of a reply, and its text without them, or ours where the server said nothing. One line, bounded. */
export type ParsedReply = {
  /** The three digits, e.g. 550. */
  code?: number;
  /** RFC 3463, e.g. "5.1.1". */
  statusCode?: string;
  text: string;
};

export type RefusedMessage = { kind: "refused"; code?: number } & Refusal;
export type SessionFailure = { kind: SessionFailureKind } & ParsedReply;
export type SmtpFailure = RefusedMessage | SessionFailure;

const MAX_TEXT = 1_000;
const REPLY_LINE = /^([2-5]\d\d)(?:[ -]|$)(?:([245]\.\d{1,3}\.\d{1,3})(?:\s+|$))?(.*)$/;
/** RFC 5321 4.2.2 (421), RFC 4954 6 (432, 454): the service is closing, the account must wait. */
const PAUSE_WANTED: ReadonlySet<number> = new Set([421, 432, 454]);
/** RFC 4954 6: authentication required, too weak, invalid, needs encryption. */
const LOGIN_REFUSED: ReadonlySet<number> = new Set([530, 534, 535, 538]);
const QUOTA_OF_SENDER = /(sending|outgoing|message|user|daily)[^.]{0,30}(limit|quota)/i;

/** Splits a reply, also of several lines, into its codes and its text. */
export function parseReply(reply: string): ParsedReply {
  const lines = reply.split(/\r?\n/).map((line) => REPLY_LINE.exec(line));
  const texts = lines.map((line, index) => line?.[3] ?? reply.split(/\r?\n/)[index] ?? "");
  const code = lines.find(Boolean)?.[1];
  const statusCode = lines.find((line) => line?.[2])?.[2];
  const text = texts
    .join(" ")
    // oxlint-disable-next-line no-control-regex -- a server may send anything; it ends up on a screen
    .replace(/[\s\u0000-\u001f\u007f]+/g, " ")
    .trim()
    .slice(0, MAX_TEXT);
  return { ...(code ? { code: Number(code) } : {}), ...(statusCode ? { statusCode } : {}), text };
}

/** Who has to act on a refusal and whether it will pass, from the server's reply (4yz or 5yz) and what it answered. */
export function readReply(reply: string, phase: RefusalPhase): SmtpFailure {
  const parsed = parseReply(reply);
  const { code, statusCode, text } = parsed;
  const kind = sessionKind(parsed, phase);
  if (kind) return { kind, ...parsed };
  // RFC 5321 4.2.4: a bad sequence of commands is about this session, the next one begins anew.
  const heard = code === 503 ? 451 : code;
  const refusal = judgeRefusal({ phase, code: heard, status: statusCode, text });
  return { kind: "refused", ...(code ? { code } : {}), ...refusal };
}

/** Refusals that say nothing about the message or its recipient. */
function sessionKind(
  { code = 0, statusCode = "", text }: ParsedReply,
  phase: RefusalPhase,
): SessionFailureKind | undefined {
  if (PAUSE_WANTED.has(code)) return "mailbox-busy";
  if (phase === "auth") return code < 500 ? "mailbox-busy" : "mailbox-auth";
  if (LOGIN_REFUSED.has(code)) return "mailbox-auth";
  if (phase === "connect") return code < 500 ? "mailbox-busy" : "network";
  // Google: 550 5.4.5 daily sending quota exceeded.
  if (statusCode.endsWith(".4.5") && QUOTA_OF_SENDER.test(text)) return "mailbox-busy";
  return undefined;
}
