import { findRefusal, isHardRefusal, judgeRefusal, type Refusal } from "../refusal/refusal.ts";
import type { RefusalCause } from "../refusal/refusal-cause.schema.ts";
import {
  bounceReport,
  looksLikeBounce,
  MAX_REPORT_LENGTH,
  saysStillTrying,
} from "./bounce-text.ts";
import { type Fields, readFields } from "./decode-part.ts";
import { readIds } from "./message-ids.ts";
import type { ReceivedMessage } from "./read-message.ts";
import { addressesIn, recipientsInText, returnedField, unique } from "./report-recipients.ts";
import { failureLines, firstFailureLine, phaseOfReport } from "./report-reply.ts";

/** An email could not be delivered. */
export type Bounce = {
  kind: "bounce";
  /** Hard where only the address is at fault, and for good: no other bounce suppresses it. */
  severity: "hard" | "soft";
  /** Who has to act. */
  cause: RefusalCause;
  isPermanent: boolean;
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

const MAX_RECIPIENTS = 50;

/** Reads a delivery report, standard (RFC 3464) or in one of the many forms of plain text. */
export function readBounce(message: ReceivedMessage): Bounce | DeliveryNotice | undefined {
  const groups = message.deliveryStatus.filter(isRecipientGroup);
  if (groups.length > 0) return readStandard(message, groups);
  if (!looksLikeBounce(message)) return undefined;
  const written = groupsInText(message.text);
  return written.length > 0 ? readStandard(message, written) : readText(message);
}

/** Fields of a report that came without their MIME part: written into the text, or with the header of the whole lost. */
function groupsInText(text: string): Fields[] {
  return text
    .slice(0, MAX_REPORT_LENGTH)
    .split(/\n[ \t]*\n/)
    .filter((paragraph) => /^[ \t]*final-recipient:/im.test(paragraph))
    .map((paragraph) => readFields(fieldsOnly(paragraph)))
    .filter((group) => group.has("action") || group.has("status"));
}

function fieldsOnly(paragraph: string): string {
  const lines = paragraph.split("\n").map((line) => line.replace(/\r$/, ""));
  const indent = /^[ \t]*/.exec(lines.find((line) => /final-recipient:/i.test(line)) ?? "")?.[0];
  const unindented = lines.map((line) =>
    line.slice(line.startsWith(indent ?? "") ? indent?.length : 0),
  );
  const first = unindented.findIndex((line) => /^[\w-]{2,40}:/.test(line));
  return unindented.slice(Math.max(0, first)).join("\n");
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
  const refusals = failed.map((group) => judgeGroup(group, message));
  const worst = Math.max(0, refusals.findIndex(isHardRefusal));
  const named = unique(failed.flatMap(recipientsOf));
  const diagnostic = failed[worst]?.get("diagnostic-code")?.replace(/^\s*[\w-]+\s*;\s*/, "");
  return bounce(refusals[worst] ?? judgeRefusal({ phase: "report", text: "" }), {
    recipients: named.length > 0 ? named : recipientsInText(message),
    diagnostic: diagnostic || firstFailureLine(bounceReport(message.text)),
    ...original,
  });
}

/** The fields decide; where they give no reason the words above them may (RFC 3464 2.1: written for people). */
function judgeGroup(group: Fields, message: ReceivedMessage): Refusal {
  const status = group.get("status");
  // RFC 3464 2.3.4: the status may have a comment in words, "5.4.4 (unknown host)".
  const comment = /\(([^)]{1,200})\)/.exec(status ?? "")?.[1] ?? "";
  const diagnostic = `${group.get("diagnostic-code") ?? ""} ${comment}`.trim();
  const heard = { phase: phaseOfReport(diagnostic), status, text: diagnostic };
  const found = findRefusal(heard);
  if (found) return found;
  const report = bounceReport(message.text).slice(0, MAX_REPORT_LENGTH);
  const addressesByPart = textsOf(report).map((text) =>
    findRefusal({ phase: phaseOfReport(text), status, text }),
  );
  return addressesByPart.find(Boolean) ?? judgeRefusal(heard);
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
  return bounce(judgeText(message.subject, report), { recipients, diagnostic, ...original });
}

/** The lines that carry a server's reply say more than the text around them. */
const textsOf = (report: string) => [failureLines(report), report];

function judgeText(subject: string, report: string): Refusal {
  const found = [...textsOf(report), subject].map((text) =>
    findRefusal({ phase: phaseOfReport(report), text }),
  );
  return found.find(Boolean) ?? judgeRefusal({ phase: "report", text: report });
}

function bounce(
  refusal: Refusal,
  found: Pick<Bounce, "recipients" | "diagnostic" | "originalMessageId">,
): Bounce {
  const diagnostic = found.diagnostic.replace(/\s+/g, " ").trim().slice(0, 500);
  return {
    kind: "bounce",
    severity: isHardRefusal(refusal) ? "hard" : "soft",
    cause: refusal.cause,
    isPermanent: refusal.isPermanent,
    ...found,
    recipients: unique(found.recipients).slice(0, MAX_RECIPIENTS),
    diagnostic,
    ...(refusal.statusCode && { statusCode: refusal.statusCode }),
  };
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
