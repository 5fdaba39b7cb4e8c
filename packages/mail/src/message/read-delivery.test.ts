import { expect, test } from "vitest";
import { classify } from "./read-delivery.ts";
import { readMessage } from "./read-message.ts";

const NOW = Date.parse("2025-03-04T15:00:00Z");

async function kindOf(header: string, body: string) {
  const raw = `To: ana@sender.example\nMessage-ID: <report@mx.example>\n${header}\n\n${body}`;
  return classify(await readMessage(Buffer.from(raw.replaceAll("\n", "\r\n"))), NOW);
}

function report(type: string, parts: Record<string, string>) {
  const body = Object.entries(parts).map(
    ([contentType, text]) => `--r\nContent-Type: ${contentType}\n\n${text}\n`,
  );
  const header = `From: Mail Delivery System <MAILER-DAEMON@mx.example>\nSubject: Report\nContent-Type: multipart/report; report-type=${type}; boundary=r`;
  return kindOf(header, `${body.join("")}--r--\n`);
}

function dsn(fields: string) {
  return report("delivery-status", {
    "text/plain": "Something happened.",
    "message/delivery-status": `Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; Bob@Lead.example\n${fields}`,
    "message/rfc822":
      "Message-ID: <send-1@sender.example>\nTo: bob@lead.example\nSubject: Hello\n\nHi",
  });
}

test("a standard report gives class, code, recipient, words and the mail it is about [LEAD-30]", async () => {
  expect(
    await dsn(
      "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 No such\n user here",
    ),
  ).toEqual({
    kind: "bounce",
    severity: "hard",
    cause: "address",
    isPermanent: true,
    recipients: ["bob@lead.example"],
    statusCode: "5.1.1",
    diagnostic: "550 5.1.1 No such user here",
    originalMessageId: "<send-1@sender.example>",
  });
});

const WEIGHED: [fields: string, severity: string, cause: string][] = [
  ["Action: failed\nStatus: 5.1.1", "hard", "address"],
  ["Action: failed\nStatus: 5.2.1", "hard", "address"],
  ["Action: failed\nStatus: 5.4.4", "soft", "network"],
  ["Action: failed\nStatus: 5.2.2", "soft", "recipient-temporary"],
  ["Action: failed\nStatus: 5.7.1", "soft", "sender"],
  ["Action: failed\nStatus: 4.4.7", "soft", "network"],
  ["Status: 5.1.1", "hard", "address"],
  [
    "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.2.2 over quota",
    "soft",
    "recipient-temporary",
  ],
  ["Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 User unknown", "hard", "address"],
  [
    "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 554 blocked using a blacklist",
    "soft",
    "sender",
  ],
  [
    "Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.7.1 IP address listed",
    "soft",
    "sender",
  ],
  [
    "Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.7.1 User unknown",
    "hard",
    "address",
  ],
  ["Action: failed\nStatus: 5.1.8\nDiagnostic-Code: smtp; 501 5.1.8 Bad sender", "soft", "sender"],
];

test.each(WEIGHED)("%s", async (fields, severity, cause) => {
  expect(await dsn(fields)).toMatchObject({ kind: "bounce", severity, cause });
});

test.each([["delayed"], ["Delayed"]])("a report of action %s is no bounce", async (action) => {
  expect(await dsn(`Action: ${action}\nStatus: 4.4.1`)).toEqual({
    kind: "delivery-notice",
    action: "delayed",
    recipients: ["bob@lead.example"],
    originalMessageId: "<send-1@sender.example>",
  });
});

test.each([["delivered"], ["relayed"], ["expanded"]])(
  "a report of action %s is no bounce",
  async (action) => {
    expect(await dsn(`Action: ${action}\nStatus: 2.0.0`)).toMatchObject({ action: "delivered" });
  },
);

test("only the recipients that failed are named", async () => {
  const found = await dsn(
    "Action: delayed\nStatus: 4.0.0\n\nFinal-Recipient: rfc822; eve@lead.example\nAction: failed\nStatus: 5.1.1",
  );
  expect(found).toMatchObject({ recipients: ["eve@lead.example"], statusCode: "5.1.1" });
});

const TEXT_BOUNCES: [system: string, header: string, body: string, expected: object][] = [
  [
    "the form of qmail",
    "From: MAILER-DAEMON@mx.example\nSubject: failure notice",
    "Hi from help@mx.example. I wasn't able to deliver your message to the following addresses.\n\n<bob@lead.example>:\nNo mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <send-1@sender.example>\nTo: other@lead.example\n\nHi",
    {
      severity: "hard",
      statusCode: "5.1.1",
      recipients: ["bob@lead.example"],
      originalMessageId: "<send-1@sender.example>",
    },
  ],
  [
    "the form of Exim",
    "From: Mailer-Daemon@mx.example\nX-Failed-Recipients: bob@lead.example\nAuto-Submitted: auto-replied\nSubject: Mail delivery failed",
    "The following address(es) failed:\n\n  pipe to robert@inside.example\n    mailbox is full: retry timeout exceeded",
    { severity: "soft", cause: "recipient-temporary", recipients: ["bob@lead.example"] },
  ],
  [
    "German words without a code",
    "From: postmaster@mx.example\nSubject: Unzustellbar: Hello",
    "Ihre Nachricht konnte nicht zugestellt werden.\nEmpfänger: bob@lead.example\nGrund: Benutzer unbekannt",
    { severity: "hard", cause: "address", recipients: ["bob@lead.example"] },
  ],
  [
    "an original below a rule with only its header",
    "From: mailer-daemon@mx.example\nSubject: Delivery failure",
    "Delivery failed.\n\n----- Original message -----\n\nMessage-ID: <send-1@sender.example>\nFrom: ana@sender.example\nTo: bob@lead.example\n\nHi",
    {
      severity: "soft",
      cause: "recipient-temporary",
      recipients: ["bob@lead.example"],
      originalMessageId: "<send-1@sender.example>",
    },
  ],
];

const REPLY_LINES = "550 5.1.1 <bob@lead.example>... User unknown";
const TRANSCRIPT = `   ----- The following addresses had permanent fatal errors -----
<bob@lead.example>
    (reason: ${REPLY_LINES})

   ----- Transcript of session follows -----
>>> DATA
<<< ${REPLY_LINES}`;
const FIELDS =
  "Final-Recipient: rfc822; bob@lead.example\nAction: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.7.1 Relay access denied";
const FORMS: [form: string, body: string, expected: object][] = [
  ["sendmail's transcript", TRANSCRIPT, { cause: "address", severity: "hard" }],
  [
    "Amazon SES, as text",
    "An error occurred while trying to deliver the mail to the following recipients:\nbob@lead.example",
    { severity: "soft" },
  ],
  [
    "a standard report that lost its MIME header",
    `This is a MIME-encapsulated message\n\n--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n${FIELDS}`,
    { cause: "sender", severity: "soft", statusCode: "5.7.1" },
  ],
];

test.each(FORMS)(
  "%s is a bounce whoever signs it, unless a person passes it on",
  async (_form, body, expected) => {
    const from = (subject: string) => `From: Web <www@mx.example>\nSubject: ${subject}`;
    expect(await kindOf(from("Your message"), body)).toMatchObject({
      kind: "bounce",
      recipients: ["bob@lead.example"],
      ...expected,
    });
    expect(await kindOf(from("Fwd: Your message"), body)).toEqual({ kind: "human" });
  },
);

const notification = (type: string, more: object) =>
  JSON.stringify({
    notificationType: type,
    ...more,
    mail: {
      destination: ["bob@lead.example"],
      headers: [{ name: "Message-ID", value: "<send-1@sender.example>" }],
    },
  });
const people = [
  {
    emailAddress: "Bob@lead.example",
    status: "5.1.1",
    diagnosticCode: "smtp; 550 5.1.1 user unknown",
  },
];

test.each([
  [
    "Bounce",
    { bounce: { bounceType: "Permanent", bouncedRecipients: people } },
    { kind: "bounce", cause: "address", severity: "hard" },
  ],
  [
    "Bounce",
    {
      bounce: {
        bounceType: "Transient",
        bounceSubType: "ContentRejected",
        bouncedRecipients: [{ emailAddress: "bob@lead.example" }],
      },
    },
    { kind: "bounce", cause: "message", severity: "soft" },
  ],
  [
    "Complaint",
    { complaint: { complaintFeedbackType: "abuse", complainedRecipients: people } },
    { kind: "complaint", feedbackType: "abuse" },
  ],
  ["Delivery", {}, { kind: "delivery-notice", action: "delivered" }],
])("Amazon's notification of a %s is read: %o", async (type, more, expected) => {
  const body = `${notification(type, more)}\n\n--\nIf you wish to stop receiving notifications, click here.`;
  const header = "From: SES <no-reply@sns.amazonaws.example>\nSubject: AWS Notification Message";
  expect(await kindOf(header, body)).toMatchObject({
    ...expected,
    recipients: ["bob@lead.example"],
    originalMessageId: "<send-1@sender.example>",
  });
});

test.each(TEXT_BOUNCES)("a bounce in %s is read", async (_system, header, body, expected) => {
  expect(await kindOf(header, body)).toMatchObject({ kind: "bounce", ...expected });
});

const SUBJECTS = [
  "Undelivered Mail Returned to Sender",
  "Returned mail: see transcript for details",
  "Unzustellbar: Hello",
  "Non remis : Hello",
  "No se puede entregar: Hello",
  "Non recapitabile: Hello",
  "Não entregue: Hello",
];

test.each(SUBJECTS)("%s tells a bounce whoever signs it", async (subject) => {
  const encoded = `=?utf-8?b?${Buffer.from(subject).toString("base64")}?=`;
  const header = `From: noreply@mx.example\nSubject: ${encoded}`;
  expect(await kindOf(header, "550 5.1.1 <bob@lead.example>: User unknown")).toMatchObject({
    kind: "bounce",
    severity: "hard",
    recipients: ["bob@lead.example"],
  });
});

test("a warning in plain text that delivery is late is no bounce", async () => {
  const found = await kindOf(
    "From: Mailer-Daemon@mx.example\nSubject: Warning: message delayed 24 hours",
    "This message has not yet been delivered to bob@lead.example.\nDelivery attempts will continue to be made; the server will keep trying.",
  );
  expect(found).toMatchObject({
    kind: "delivery-notice",
    action: "delayed",
    recipients: ["bob@lead.example"],
  });
});

test("a person who writes about a bounce, or forwards one, stays a person", async () => {
  const text =
    "I got this: 550 5.1.1 user unknown, could not be delivered to bob@lead.example. Any idea?";
  expect(await kindOf("From: Bob <bob@lead.example>\nSubject: Re: Hello", text)).toEqual({
    kind: "human",
  });
  expect(await kindOf("From: bob@lead.example\nSubject: Fwd: your offer", text)).toEqual({
    kind: "human",
  });
});

test("a complaint names who complained and about which mail [LEAD-30]", async () => {
  const parts = {
    "text/plain": "An abuse report.",
    "message/feedback-report":
      "Feedback-Type: abuse\nVersion: 1\nOriginal-Rcpt-To: <Bob@lead.example>",
    "message/rfc822": "Message-ID: <send-1@sender.example>\nTo: redacted@isp.example\n\nHi",
  };
  expect(await report("feedback-report", parts)).toEqual({
    kind: "complaint",
    recipients: ["bob@lead.example"],
    feedbackType: "abuse",
    originalMessageId: "<send-1@sender.example>",
  });
  const failed = { ...parts, "message/feedback-report": "Feedback-Type: auth-failure\nVersion: 1" };
  expect(await report("feedback-report", failed)).toMatchObject({
    kind: "complaint",
    feedbackType: "auth-failure",
  });
  const notSpam = { ...parts, "message/feedback-report": "Feedback-Type: not-spam\nVersion: 1" };
  expect(await report("feedback-report", notSpam)).toEqual({ kind: "auto-reply" });
});
