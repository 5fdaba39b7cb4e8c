import { type BounceReason, judgeFailure, type Verdict } from "./bounce-severity.ts";
import { bounceReport, looksLikeBounce, returnedOriginal, saysStillTrying } from "./bounce-text.ts";
import type { Fields } from "./decode-part.ts";
import { readIds } from "./message-ids.ts";
import type { ReceivedMessage } from "./read-message.ts";

/** A mail could not be delivered. `policy` failures are soft here; a caller may count them. */
export type Bounce = {
  kind: "bounce";
  severity: "hard" | "soft";
  reason: BounceReason;
  /** Lower-case addresses that failed, the one the sender used before the one it was forwarded to. */
  recipients: string[];
  /** RFC 3463, such as 5.1.1; absent when the report names none. */
  statusCode?: string;
  /** The server's own words, at most 500 characters. */
  diagnostic: string;
  originalMessageId?: string;
};

/** A report that changes nothing: delivery is late, or was done. */
export type DeliveryNotice = {
  kind: "delivery-notice";
  action: "delayed" | "delivered";
  recipients: string[];
  originalMessageId?: string;
};

const ADDRESS =
  /[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z][a-z0-9-]{1,62}/gi;
const MAX_RECIPIENTS = 50;
const MAX_REPORT_LENGTH = 20_000;

/** Reads a delivery report, standard (RFC 3464) or in one of the many forms of plain text. */
export function readBounce(message: ReceivedMessage): Bounce | DeliveryNotice | undefined {
  const groups = message.deliveryStatus.filter(isRecipientGroup);
  if (groups.length > 0) return readStandard(message, groups);
  if (!looksLikeBounce(message)) return undefined;
  return readText(message);
}

function isRecipientGroup(group: Fields): boolean {
  return ["final-recipient", "original-recipient", "action"].some((name) => group.has(name));
}

function readStandard(message: ReceivedMessage, groups: Fields[]): Bounce | DeliveryNotice {
  const failed = groups.filter((group) => actionOf(group) === "failed");
  const original = withOriginalId(message);
  if (failed.length === 0) {
    const action = groups.some((group) => actionOf(group) === "delayed") ? "delayed" : "delivered";
    return {
      kind: "delivery-notice",
      action,
      recipients: groups.flatMap(recipientsOf),
      ...original,
    };
  }
  const verdicts = failed.map((group) =>
    judgeFailure(group.get("status"), group.get("diagnostic-code") ?? ""),
  );
  const worst = Math.max(
    0,
    verdicts.findIndex(({ severity }) => severity === "hard"),
  );
  const named = unique(failed.flatMap(recipientsOf));
  const diagnostic = failed[worst]?.get("diagnostic-code")?.replace(/^\s*[\w-]+\s*;\s*/, "");
  return bounce(verdicts[worst] ?? judgeFailure(undefined, ""), {
    recipients: named.length > 0 ? named : recipientsInText(message),
    diagnostic: diagnostic || firstFailureLine(bounceReport(message.text)),
    ...original,
  });
}

function actionOf(group: Fields): "failed" | "delayed" | "delivered" {
  const action = (group.get("action") ?? "").toLowerCase();
  if (action.startsWith("delayed")) return "delayed";
  // RFC 3464 2.3.3: relayed and expanded are forms of success.
  if (/^(?:delivered|relayed|expanded)/.test(action)) return "delivered";
  return "failed";
}

function recipientsOf(group: Fields): string[] {
  return ["original-recipient", "final-recipient"].flatMap((name) => {
    const value = (group.get(name) ?? "").replace(/^[^;]{0,40};/, "");
    return addressesIn(value).slice(0, 1);
  });
}

function readText(message: ReceivedMessage): Bounce | DeliveryNotice {
  const report = bounceReport(message.text).slice(0, MAX_REPORT_LENGTH);
  const recipients = recipientsInText(message);
  const original = withOriginalId(message);
  if (saysStillTrying(message)) {
    return { kind: "delivery-notice", action: "delayed", recipients, ...original };
  }
  const diagnostic = firstFailureLine(report);
  return bounce(judgeFailure(undefined, `${message.subject}\n${report}`), {
    recipients,
    diagnostic,
    ...original,
  });
}

function bounce(
  { severity, reason, statusCode }: Verdict,
  found: Pick<Bounce, "recipients" | "diagnostic" | "originalMessageId">,
): Bounce {
  const diagnostic = found.diagnostic.replace(/\s+/g, " ").trim().slice(0, 500);
  return {
    kind: "bounce",
    severity,
    reason,
    ...found,
    recipients: unique(found.recipients).slice(0, MAX_RECIPIENTS),
    diagnostic,
    ...(statusCode && { statusCode }),
  };
}

/** The line of a report that carries the server's reply, else the first line that says anything. */
function firstFailureLine(report: string): string {
  const lines = report.split("\n").map((line) => line.trim());
  return (
    lines.find((line) => /(?:^|\s)5\d\d[\s-]|#?\b[45]\.\d{1,3}\.\d{1,3}\b/.test(line)) ??
    lines.find((line) =>
      /unknown|not exist|full|quota|reject|refused|invalid|time[d]? ?out/i.test(line),
    ) ??
    lines.find((line) => /failed|expired|deliver/i.test(line)) ??
    lines.find((line) => line !== "") ??
    ""
  );
}

function recipientsInText(message: ReceivedMessage): string[] {
  const listed = addressesIn(message.headers.get("x-failed-recipients") ?? "");
  if (listed.length > 0) return listed;
  const isOurs = ownAddresses(message);
  const report = `${bounceReport(message.text).slice(0, MAX_REPORT_LENGTH)}\n${message.subject}`;
  const sentTo = returnedField(message, "to");
  const candidates = [
    linesThatStartWithAnAddress(report),
    commandRecipients(report),
    addressesIn(
      report.replace(/message-id:.*|<[^<>\s]{1,200}@[^<>\s]*>(?=\s*(?:message-id))/gi, ""),
    ),
    addressesIn(sentTo),
  ];
  const named = candidates.map((some) => some.filter((one) => !isOurs(one)));
  return unique(named.find((some) => some.length > 0) ?? []);
}

/** Addresses that cannot have failed: whom the report was sent to, who wrote it, mail systems. */
function ownAddresses(message: ReceivedMessage): (address: string) => boolean {
  const { headers } = message;
  const own = [
    ...message.to.map(({ address }) => address),
    message.from?.address ?? "",
    ...["delivered-to", "envelope-to", "apparently-to"].flatMap((name) =>
      addressesIn(headers.get(name) ?? ""),
    ),
    ...addressesIn(returnedField(message, "from")).slice(0, 1),
  ];
  const known = new Set(own);
  return (address) => known.has(address) || /^(?:mailer-daemon|postmaster)@/.test(address);
}

/** A field of the returned original, from its attached header or from the text below the report. */
function returnedField({ originalHeaders, text }: ReceivedMessage, name: string): string {
  const attached = originalHeaders?.get(name);
  if (attached) return attached;
  const below = returnedOriginal(text) || text;
  return new RegExp(`^[ \\t>]*${name}:[ \\t]*(.+(?:\\n[ \\t]+.+)?)`, "im").exec(below)?.[1] ?? "";
}

function linesThatStartWithAnAddress(report: string): string[] {
  return report.split("\n").flatMap((line) => {
    const opening =
      /^[\s"'<(*-]*(?:(?:to|recipient|address|failed recipient|rcpt)\s*:\s*)?<?/i.exec(line);
    const rest = line.slice(opening?.[0].length ?? 0);
    const [first] = addressesIn(rest.slice(0, 200));
    return first && rest.toLowerCase().startsWith(first) ? [first] : [];
  });
}

function commandRecipients(report: string): string[] {
  const commands =
    report.match(/(?:rcpt to:?|5\d\d[ -][\d.# ]*)\s*<?[^\s<>]{3,200}@[^\s<>]{3,200}/gi) ?? [];
  return commands.flatMap((command) => addressesIn(command));
}

function withOriginalId(message: ReceivedMessage): { originalMessageId?: string } {
  const reported = message.deliveryStatus[0]?.get("x-original-message-id");
  const found =
    readIds(returnedField(message, "message-id"))[0] ??
    readIds(reported)[0] ??
    message.inReplyTo ??
    message.references.at(-1);
  return found && found !== message.messageId ? { originalMessageId: found } : {};
}

function addressesIn(text: string): string[] {
  return unique((text.match(ADDRESS) ?? []).map((address) => address.toLowerCase()));
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
