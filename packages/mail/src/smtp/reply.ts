export type SmtpFailureKind =
  /** This recipient does not exist: a hard bounce. */
  | "recipient-hard"
  /** This recipient cannot take mail now: full, disabled, receiving too much. */
  | "recipient-soft"
  /** The sender or the content is not wanted: never a bounce. */
  | "policy"
  /** The mailbox's login is refused. */
  | "mailbox-auth"
  /** The mailbox's server wants fewer connections, less mail or a pause. */
  | "mailbox-busy"
  /** This message may be tried again later. */
  | "temporary"
  /** This message will never be accepted, and the recipient is not why. */
  | "permanent"
  /** No connection to the mailbox's server, or one that ended before the message was handed over. */
  | "network"
  /** The connection ended after the message was handed over and before the server answered. */
  | "unknown-outcome";

export type SmtpFailure = {
  kind: SmtpFailureKind;
  /** The three digits, e.g. 550. */
  code?: number;
  /** RFC 3463, e.g. "5.1.1". */
  enhanced?: string;
  /** The server's own words without its codes, or ours where it said nothing. One line, bounded. */
  text: string;
};

/** What the server was answering: opening the session, AUTH, MAIL FROM, RCPT TO, or the message itself. */
export type SmtpPhase = "session" | "auth" | "sender" | "recipient" | "message";

const MAX_TEXT = 1_000;
const REPLY_LINE = /^([2-5]\d\d)(?:[ -]|$)(?:([245]\.\d{1,3}\.\d{1,3})(?:\s+|$))?(.*)$/;
/** Servers without enhanced codes say it in words. Only what leaves no doubt may bounce somebody. */
const NO_SUCH_USER =
  /(user|recipient|mailbox|address|account)( is)?( name)? (unknown|not found|unavailable or does not exist|does(n't| not) exist|invalid)|(unknown|no such|invalid) (user|recipient|mailbox|address|account)|user unknown/i;
const UNWANTED = /spam|block|blacklist|black list|denylist|reputation|policy|unsolicited|banned/i;
const QUOTA_OF_SENDER = /(sending|outgoing|message|user|daily)[^.]{0,30}(limit|quota)/i;

/** Splits a reply, also of several lines, into its codes and its words. */
export function parseReply(reply: string): Omit<SmtpFailure, "kind"> {
  const lines = reply.split(/\r?\n/).map((line) => REPLY_LINE.exec(line));
  const words = lines.map((line, index) => line?.[3] ?? reply.split(/\r?\n/)[index] ?? "");
  const code = lines.find(Boolean)?.[1];
  const enhanced = lines.find((line) => line?.[2])?.[2];
  const text = words
    .join(" ")
    // oxlint-disable-next-line no-control-regex -- a server may send anything; it ends up on a screen
    .replace(/[\s\u0000-\u001f\u007f]+/g, " ")
    .trim()
    .slice(0, MAX_TEXT);
  return { ...(code ? { code: Number(code) } : {}), ...(enhanced ? { enhanced } : {}), text };
}

/** Whose fault a refusal is and whether it will pass, from the server's reply (4yz or 5yz) and what it answered. */
export function readReply(reply: string, phase: SmtpPhase): SmtpFailure {
  const parsed = parseReply(reply);
  return { kind: kindOf(parsed, phase), ...parsed };
}

function kindOf({ code = 0, enhanced, text }: Omit<SmtpFailure, "kind">, phase: SmtpPhase) {
  // RFC 3463 2: the class repeats the first digit of the code, which rules where the two differ.
  const [, subject = "", detail = ""] = enhanced?.split(".") ?? [];
  const mailbox = mailboxKind(code, phase);
  if (mailbox) return mailbox;
  const status = `${subject}.${detail}`;
  // RFC 5321 4.2.1: 4yz is temporary, 5yz permanent.
  if (code < 500) return temporaryKind(code, subject, phase);
  return permanentKind({ code, status, subject, text }, phase);
}

/** Refusals that say nothing about the message or its recipient. */
function mailboxKind(code: number, phase: SmtpPhase): SmtpFailureKind | undefined {
  // RFC 5321 4.2.2 (421), RFC 4954 6 (432, 454): the service is closing, the account must wait.
  if (code === 421 || code === 432 || code === 454) return "mailbox-busy";
  if (phase === "auth") return code < 500 ? "mailbox-busy" : "mailbox-auth";
  // RFC 4954 6: authentication required, too weak, invalid, needs encryption.
  if (code === 530 || code === 534 || code === 535 || code === 538) return "mailbox-auth";
  if (phase === "session") return code < 500 ? "mailbox-busy" : "network";
  return undefined;
}

function temporaryKind(code: number, subject: string, phase: SmtpPhase): SmtpFailureKind {
  // RFC 3463 3.2 and 3.3: X.1 is addressing, X.2 the recipient's mailbox.
  if (phase !== "sender" && (subject === "1" || subject === "2")) return "recipient-soft";
  if (phase === "recipient" && !subject && code === 450) return "recipient-soft";
  return "temporary";
}

type Permanent = { code: number; status: string; subject: string; text: string };

function permanentKind(reply: Permanent, phase: SmtpPhase): SmtpFailureKind {
  const { code, status, subject, text } = reply;
  // RFC 5321 4.2.4, RFC 3463 3.6: bad sequence of commands is about the session, not the message.
  if (code === 503) return "temporary";
  // Google: 550 5.4.5 daily sending quota exceeded.
  if (status === "4.5" && QUOTA_OF_SENDER.test(text)) return "mailbox-busy";
  // RFC 3463 3.2: X.1.7 and X.1.8 are the sender's address, X.7 is security or policy.
  if (phase === "sender" || subject === "7" || status === "1.7" || status === "1.8")
    return "policy";
  if (subject === "1" || status === "2.1") return "recipient-hard";
  if (status === "2.2") return "recipient-soft";
  return subject ? "permanent" : bareKind(code, text, phase);
}

/** A 5yz without an enhanced code. */
function bareKind(code: number, text: string, phase: SmtpPhase): SmtpFailureKind {
  if (UNWANTED.test(text)) return "policy";
  if (phase === "recipient" && NO_SUCH_USER.test(text)) return "recipient-hard";
  // RFC 5321 4.2.3: 552 exceeded storage allocation; at RCPT that is the recipient's.
  if (phase === "recipient" && code === 552) return "recipient-soft";
  return "permanent";
}
