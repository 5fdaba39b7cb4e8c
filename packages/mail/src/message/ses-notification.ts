import * as v from "valibot";
import { findRefusal, isHardRefusal, type Refusal } from "../refusal/refusal.ts";
import type { Complaint } from "./complaint.ts";
import { readIds } from "./message-ids.ts";
import type { Bounce, DeliveryNotice } from "./read-bounce.ts";
import type { ReceivedMessage } from "./read-message.ts";

const text = v.optional(v.pipe(v.string(), v.maxLength(20_000)));
const people = v.optional(
  v.array(v.object({ emailAddress: v.string(), status: text, diagnosticCode: text })),
  [],
);

/** What Amazon SES publishes about a message, in the email that SNS makes of it ("Amazon SNS notification contents"). */
const Notification = v.object({
  notificationType: text,
  eventType: text,
  mail: v.object({
    destination: v.optional(v.array(v.string()), []),
    headers: v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []),
    commonHeaders: v.optional(v.object({ messageId: text })),
  }),
  bounce: v.optional(
    v.object({ bounceType: text, bounceSubType: text, bouncedRecipients: people }),
  ),
  complaint: v.optional(v.object({ complaintFeedbackType: text, complainedRecipients: people })),
});
type Notification = v.InferOutput<typeof Notification>;

const MAX_RECIPIENTS = 50;

/** Reads such a notification; undefined for any other email. */
export function readSesNotification(
  message: ReceivedMessage,
): Bounce | DeliveryNotice | Complaint | undefined {
  const notification = parse(message.text);
  if (!notification) return undefined;
  const original = originalId(notification);
  const type = notification.notificationType ?? notification.eventType ?? "";
  switch (type) {
    case "Bounce":
      return { ...readBounced(notification), ...original };
    case "Complaint":
      return {
        kind: "complaint",
        recipients: addresses(notification.complaint?.complainedRecipients),
        feedbackType: notification.complaint?.complaintFeedbackType ?? "abuse",
        ...original,
      };
    case "Delivery":
    case "DeliveryDelay":
    case "Send":
      return { ...readDelivered(notification), ...original };
    default:
      return undefined;
  }
}

function parse(body: string): Notification | undefined {
  if (!/^\s*\{\s*"(?:notificationType|eventType)"/.test(body)) return undefined;
  const end = body.search(/\n--\s*\n|\n\s*\n/);
  // Sendmail breaks long lines with an exclamation mark.
  const json = (end < 0 ? body : body.slice(0, end)).replace(/!\r?\n[ \t]/g, "");
  try {
    const { success, output } = v.safeParse(Notification, JSON.parse(json));
    return success ? output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readBounced({ bounce }: Notification): Bounce {
  const people = bounce?.bouncedRecipients ?? [];
  const refusals = people.map(({ status, diagnosticCode }) =>
    findRefusal({ phase: "report", status, text: withoutType(diagnosticCode) }),
  );
  const refusal = refusals.find((one) => one && isHardRefusal(one)) ?? refusals.find(Boolean);
  const judged = refusal ?? byType(bounce);
  return {
    kind: "bounce",
    severity: isHardRefusal(judged) ? "hard" : "soft",
    cause: judged.cause,
    isPermanent: judged.isPermanent,
    recipients: addresses(people),
    ...(judged.statusCode && { statusCode: judged.statusCode }),
    diagnostic: judged.text.replace(/\s+/g, " ").slice(0, 500),
  };
}

/** Where the receiver's own reply is missing SES's types are left ("Bounce types"). */
function byType(bounce: Notification["bounce"]): Refusal {
  const { bounceType = "", bounceSubType = "" } = bounce ?? {};
  const isPermanent = bounceType === "Permanent";
  const kind = `${bounceType} ${bounceSubType}`;
  if (/TooLarge|Content|Attachment/.test(bounceSubType))
    return { cause: "message", isPermanent, text: kind };
  const cause = isPermanent ? "address" : "recipient-temporary";
  return { cause, isPermanent, text: kind };
}

function readDelivered({ notificationType, eventType, mail }: Notification): DeliveryNotice {
  const isDelayed = (notificationType ?? eventType) === "DeliveryDelay";
  return {
    kind: "delivery-notice",
    action: isDelayed ? "delayed" : "delivered",
    recipients: mail.destination.slice(0, MAX_RECIPIENTS).map((address) => address.toLowerCase()),
  };
}

const withoutType = (diagnostic = "") => diagnostic.replace(/^\s*[\w-]+\s*;\s*/, "");

const addresses = (people: { emailAddress: string }[] = []) =>
  people.slice(0, MAX_RECIPIENTS).map(({ emailAddress }) => emailAddress.toLowerCase());

function originalId({ mail }: Notification): { originalMessageId?: string } {
  const named = mail.headers.find(({ name }) => name.toLowerCase() === "message-id")?.value;
  const found = readIds(named ?? mail.commonHeaders?.messageId)[0];
  return found ? { originalMessageId: found } : {};
}
