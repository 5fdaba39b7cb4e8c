import type { RefusalCause } from "./refusal-cause.schema.ts";
import { NO_SUCH_DOMAIN, WORD_RULES } from "./refusal-words.ts";
import {
  causeOfStatus,
  findReplyCode,
  findStatusCode,
  isGeneric,
  isUnknownToDirectory,
} from "./status-code.ts";

/** What a server answered: the connection, AUTH, MAIL, RCPT, the message; or a report that does not say. */
export type RefusalPhase = "connect" | "auth" | "mail" | "rcpt" | "data" | "report";

export type Refusal = {
  cause: RefusalCause;
  /** RFC 5321 4.2.1, RFC 3463 2: 5yz and 5.y.z are permanent, 4yz and 4.y.z may pass. */
  isPermanent: boolean;
  /** Enhanced status code (RFC 3463) that the judgement rests on, such as 5.1.1. */
  statusCode?: string;
  /** The server's own text. */
  text: string;
};

type Heard = {
  phase: RefusalPhase;
  /** The three digits of the reply, where they are known. */
  code?: number | undefined;
  /** The enhanced status code of the reply, or the Status field of a report. */
  status?: string | undefined;
  text: string;
};

const MAX_TEXT = 4_000;

/** A refusal that only the address is to blame for: no other one puts it on a block list. */
export const isHardRefusal = ({ cause, isPermanent }: Pick<Refusal, "cause" | "isPermanent">) =>
  cause === "address" && isPermanent;

/** Whether the same message may be taken later: what is full, unreachable or busy recovers, whatever its code. */
export const mayPass = ({ cause, isPermanent }: Pick<Refusal, "cause" | "isPermanent">) =>
  !isPermanent || cause === "recipient-temporary" || cause === "network";

/** Judges a refusal, the same whether it was heard while sending or read in a report. */
export function judgeRefusal(heard: Heard): Refusal {
  return findRefusal(heard) ?? unclear(heard);
}

/** The judgement where codes or text give a reason; undefined where they give none. */
export function findRefusal(heard: Heard): Refusal | undefined {
  const { phase } = heard;
  const text = unwrap(heard.text);
  const { statusCode, code } = codesOf({ ...heard, text });
  const isPermanent = permanence(statusCode, code);
  const cause = weigh({ phase, statusCode, code, text: plainText(text), isPermanent });
  if (!cause) return undefined;
  // A report without any code is final; a full mailbox or a network may still recover.
  const isFinal = isPermanent ?? (cause !== "recipient-temporary" && cause !== "network");
  return {
    cause,
    isPermanent: isFinal || (phase === "report" && cause === "address"),
    ...(statusCode && { statusCode }),
    text: heard.text,
  };
}

/** Cisco's gateways put their own class before the reply that they got: `5.1.0 - Unknown address error 550-'5.2.2 full'`. */
function unwrap(text: string): string {
  const inner = /\b[45]\.\d{1,3}\.\d{1,3} - [\w /]{3,60} ([45]\d\d)[- ]'([^']{1,1000})/.exec(text);
  return inner ? `${inner[1]} ${inner[2]}` : text;
}

type Weighed = {
  phase: RefusalPhase;
  statusCode: string | undefined;
  code: number | undefined;
  text: string;
  isPermanent: boolean | undefined;
};

function weigh(weighed: Weighed): RefusalCause | undefined {
  const { phase } = weighed;
  if (phase === "auth") return "sender";
  const cause = weighText(weighed);
  // MAIL FROM and the connection come before any recipient: what is unknown there is the sender.
  return cause === "address" && (phase === "mail" || phase === "connect") ? "sender" : cause;
}

function weighText(weighed: Weighed): RefusalCause | undefined {
  const { phase, statusCode, code, text, isPermanent } = weighed;
  const said = causeOfText(text);
  if (said === "address" && isPermanent === false) {
    // A domain that does not exist is final although the report of it may have a temporary code.
    return phase === "report" && matches(NO_SUCH_DOMAIN, text) ? "address" : "recipient-temporary";
  }
  const coded = causeOfStatus(statusCode, text);
  if (said) return settle(said, coded, weighed);
  return coded ?? causeOfReply(code, phase);
}

/** Where text and code differ, the text rules unless the code is the more specific of the two. */
function settle(
  said: RefusalCause,
  coded: RefusalCause | undefined,
  { statusCode = "", text }: Weighed,
): RefusalCause {
  // RFC 3463 3.3: a mailbox that is full stays full whatever is said about "unknown" or "policy" next to it.
  if (/^[45]\.2\.2$/.test(statusCode)) return "recipient-temporary";
  if (isUnknownToDirectory(statusCode, text)) return "address";
  // RFC 3463 3.2, RFC 7505 4.2: it is the sender's address, and its domain, that is not valid.
  if (/^[45]\.(?:1\.[78]|7\.27)$/.test(statusCode)) return "sender";
  // Words of a slow network in the report of a relay say how it gave up, not why a server refused.
  if (
    said === "network" &&
    coded &&
    coded !== "network" &&
    /^5\.(?:1\.[01236]|7\.)/.test(statusCode)
  ) {
    return coded;
  }
  // A sender that is refused by code stays so where the text only speaks of content or policy.
  if (
    said === "message" &&
    coded === "sender" &&
    /^5\.7\.(?:2[0-9]|30|60\d|70\d)$/.test(statusCode)
  ) {
    return "sender";
  }
  return said;
}

function causeOfText(text: string): RefusalCause | undefined {
  return WORD_RULES.find(({ pattern: words }) => words.test(text))?.cause;
}

/** A reply whose text and enhanced code say nothing (RFC 5321 4.2.3, RFC 7504). */
function causeOfReply(code: number | undefined, phase: RefusalPhase): RefusalCause | undefined {
  if (code === 556) return "address";
  if (code === 552) return phase === "data" ? "message" : "recipient-temporary";
  if (phase === "mail" || phase === "connect") return code === undefined ? undefined : "sender";
  if (code === 450 || code === 452) return "recipient-temporary";
  if (code !== undefined && code < 500) return "network";
  return undefined;
}

/** No reason is given. It is never the address's fault then: an address that is refused like that can be tried again. */
function unclear(heard: Heard): Refusal {
  const { statusCode, code } = codesOf(heard);
  const isPermanent = permanence(statusCode, code) ?? false;
  const cause = heard.phase === "data" && isPermanent ? "message" : "recipient-temporary";
  return { cause, isPermanent, ...(statusCode && { statusCode }), text: heard.text };
}

function permanence(statusCode: string | undefined, code: number | undefined): boolean | undefined {
  // RFC 3463 2: the class repeats the first digit of the code, which rules where the two differ.
  if (code !== undefined && code >= 400) return code >= 500;
  return statusCode ? statusCode.startsWith("5") : undefined;
}

function codesOf({ phase, code, status, text }: Heard) {
  const reported = findStatusCode(status ?? "");
  const named = findStatusCode(text);
  const statusCode = pickStatus(reported, named);
  const replied = code ?? (phase === "report" ? undefined : findReplyCode(text));
  return { statusCode, code: replied ?? replyOfReport(phase, statusCode, text) };
}

/** In a report the status is what became of the message; a code in its text counts where the status says nothing. */
function replyOfReport(phase: RefusalPhase, statusCode: string | undefined, text: string) {
  if (phase !== "report" && statusCode) return undefined;
  return statusCode && !isGeneric(statusCode) ? undefined : findReplyCode(text);
}

/** Relays turn any refusal into "bad address" or "other": the receiver's own code is the better witness. */
function pickStatus(reported: string | undefined, named: string | undefined): string | undefined {
  if (!reported || reported.startsWith("2")) return named ?? reported;
  if (!named || named.startsWith("2")) return reported;
  const isRefusal = /^5\.(?:2\.2|7\.\d{1,3})$/.test(named) && reported.startsWith("5.1.");
  return isRefusal || isGeneric(reported) ? named : reported;
}

/** The text without addresses and links, whose parts may read like a reason. */
function plainText(text: string): string {
  return text
    .slice(0, MAX_TEXT)
    .replace(/https?:\/\/\S{1,500}/gi, " ")
    .replace(/<?[^\s<>@"',;:()]{1,80}@[^\s<>@"',;()]{1,200}>?/g, " ")
    .replace(/(?:^|\s)[45]\d\d[- ](?:[45]\.\d{1,3}\.\d{1,3} )?/g, " ")
    .replace(/[’]/g, "'")
    .replace(/\s+/g, " ");
}

function matches(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
