import { expect, test } from "vitest";
import { classify } from "../message/read-delivery.ts";
import { readMessage } from "../message/read-message.ts";
import { readReply } from "../smtp/reply.ts";
import { judgeRefusal, mayPass, type RefusalPhase } from "./refusal.ts";
import { REFUSAL_CAUSES, type RefusalCause } from "./refusal-cause.schema.ts";

/** A refusal, the command that it answers, who has to act, and whether it is permanent. */
const CASES: [phase: RefusalPhase, reply: string, cause: RefusalCause, isPermanent: boolean][] = [
  // The address itself.
  ["rcpt", "550 5.1.1 User unknown in virtual mailbox table", "address", true],
  ["rcpt", "550 5.1.1 <userunknown@lead.example>: No such user here", "address", true],
  ["rcpt", "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found", "address", true],
  ["rcpt", "550 5.1.2 Bad destination system address", "address", true],
  ["rcpt", "550 5.1.3 Bad recipient address syntax", "address", true],
  ["rcpt", "551 5.1.6 Recipient no longer on server", "address", true],
  ["rcpt", "550 5.1.1 Requested action not taken: mailbox unavailable", "address", true],
  ["rcpt", "550 5.2.1 The email account that you tried to reach is disabled", "address", true],
  ["rcpt", "550 No such user here", "address", true],
  ["rcpt", "550 User unknown", "address", true],
  ["rcpt", "550 No such person at this address", "address", true],
  ["rcpt", "550 5.7.1 Unable to deliver: user unknown", "address", true],
  ["rcpt", "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", "address", true],
  ["rcpt", "554 delivery error: dd This user doesn't have a yahoo.com account", "address", true],
  ["data", "550 5.1.1 The email account that you tried to reach does not exist", "address", true],
  ["rcpt", "550 5.1.2 Domain not found", "address", true],
  ["rcpt", "556 5.1.10 Recipient address has a null MX", "address", true],
  ["rcpt", "550 5.1.1 Benutzer unbekannt", "address", true],
  ["rcpt", "550 Destinataire inconnu", "address", true],
  // The recipient, for now.
  ["rcpt", "552 5.2.2 Mailbox full", "recipient-temporary", true],
  ["rcpt", "550 5.1.1 Mailbox is full, over quota", "recipient-temporary", true],
  // RFC 3463 3.3: the code says "full", whatever the words say.
  ["rcpt", "552 5.2.2 Recipient unknown", "recipient-temporary", true],
  ["rcpt", "450 4.2.3 Come again", "recipient-temporary", false],
  ["rcpt", "550 5.2.1 Come again", "recipient-temporary", true],
  [
    "rcpt",
    "552 Requested mail action aborted: exceeded storage allocation",
    "recipient-temporary",
    true,
  ],
  ["rcpt", "450 4.2.2 Mailbox full, try again later", "recipient-temporary", false],
  ["rcpt", "450 4.2.1 The user is receiving mail too quickly", "recipient-temporary", false],
  ["rcpt", "450 5.1.1 User unknown", "recipient-temporary", false],
  ["rcpt", "450 4.1.2 Recipient address rejected: Domain not found", "recipient-temporary", false],
  ["rcpt", "451 4.7.1 Greylisted, try again in 60 seconds", "recipient-temporary", false],
  ["rcpt", "550 5.2.1 Mailbox temporarily disabled", "recipient-temporary", true],
  ["rcpt", "450 Requested action not taken: mailbox unavailable", "recipient-temporary", false],
  ["rcpt", "550 Requested action not taken: mailbox unavailable", "recipient-temporary", true],
  ["rcpt", "550 Rejected", "recipient-temporary", true],
  // The sender: its address, server, authentication, rate or reputation.
  ["rcpt", "550 5.1.1 sender rejected", "sender", true],
  ["rcpt", "550 5.1.0 <ana@sender.example> sender rejected. AUP#CDRBL", "sender", true],
  ["mail", "553 5.1.8 Sender address rejected: Domain not found", "sender", true],
  ["mail", "550 5.1.1 Sender unknown", "sender", true],
  ["mail", "550 Requested action not taken", "sender", true],
  ["mail", "451 4.1.8 Sender domain does not resolve", "sender", false],
  ["data", "550 5.1.8 Access denied, bad outbound sender", "sender", true],
  ["rcpt", "550 5.7.1 Client host blocked using zen.spamhaus.org", "sender", true],
  ["rcpt", "550 5.1.1 IP address is listed in our blacklist", "sender", true],
  ["data", "550 5.7.26 Unauthenticated email is not accepted due to DMARC policy", "sender", true],
  ["rcpt", "550 5.7.23 SPF validation failed", "sender", true],
  ["rcpt", "554 5.7.1 <bob@lead.example>: Relay access denied", "sender", true],
  ["rcpt", "550 5.7.1 Unable to relay", "sender", true],
  ["rcpt", "452 4.3.2 Too many connections from your host", "sender", false],
  [
    "rcpt",
    "451 4.7.650 The mail server has been temporarily rate limited due to IP reputation",
    "sender",
    false,
  ],
  ["rcpt", "550 5.7.606 Access denied, banned sending IP [192.0.2.1]", "sender", true],
  ["rcpt", "550 Blocked: user unknown or policy", "sender", true],
  ["rcpt", "550 5.1.1 Refused due to recipient preferences", "sender", true],
  ["rcpt", "550 Too many invalid recipients", "sender", true],
  ["rcpt", "550 User's mailbox does not accept mail from your address", "sender", true],
  ["rcpt", "550 5.1.7 Invalid address format of sender", "sender", true],
  ["rcpt", "550 5.7.27 Sender domain does not accept mail", "sender", true],
  // The message: its content, form or size.
  ["data", "554 5.7.1 Message rejected due to content restrictions", "message", true],
  ["data", "554 Message rejected as spam", "message", true],
  ["data", "550 5.7.1 Message contains a virus", "message", true],
  ["data", "552 5.3.4 Message size exceeds fixed limit", "message", true],
  [
    "rcpt",
    "550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient",
    "message",
    true,
  ],
  ["data", "554 5.6.0 Message header is malformed", "message", true],
  ["data", "554 Transaction failed", "message", true],
  // The network, or the recipient's server.
  ["rcpt", "451 Local error in processing", "network", false],
  ["data", "452 4.3.1 Insufficient system storage", "recipient-temporary", false],
  ["rcpt", "550 5.4.6 Hop count exceeded - possible mail loop", "network", true],
  ["rcpt", "451 4.4.1 Connection timed out", "network", false],
];

const IN_REPLY_TO: Partial<Record<RefusalPhase, string>> = {
  mail: " (in reply to MAIL FROM command)",
  rcpt: " (in reply to RCPT TO command)",
  data: " (in reply to end of DATA command)",
};

function reportOf(reply: string, phase: RefusalPhase) {
  const [, , enhanced] = /^(\d)\d\d (?:([45]\.\d+\.\d+) )?/.exec(reply) ?? [];
  const status = enhanced ?? `${reply[0]}.0.0`;
  const raw = [
    "From: MAILER-DAEMON@mx.example",
    "To: ana@sender.example",
    "Subject: Undelivered",
    "Content-Type: multipart/report; report-type=delivery-status; boundary=r",
    "",
    "--r",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example",
    "",
    "Final-Recipient: rfc822; bob@lead.example",
    "Action: failed",
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${reply}${IN_REPLY_TO[phase] ?? ""}`,
    "--r--",
  ];
  return readMessage(Buffer.from(raw.join("\r\n")));
}

test.each(CASES)(
  "at %s, %j is for %s to act, the same while sending and in a report, where only an address is hard (permanent: %s) [BEY-24]",
  async (phase, reply, cause, isPermanent) => {
    expect(readReply(reply, phase)).toMatchObject({ kind: "refused", cause, isPermanent });
    const severity = cause === "address" ? "hard" : "soft";
    const report = classify(await reportOf(reply, phase), 0);
    expect(report).toMatchObject({ kind: "bounce", cause, isPermanent, severity });
  },
);

test("no temporary reply ever blames the address, whatever its enhanced code and text say", () => {
  for (let code = 400; code < 500; code++) {
    for (const phase of ["mail", "rcpt", "data", "report"] as const) {
      const refusal = judgeRefusal({ phase, code, status: "5.1.1", text: "User unknown" });
      expect([refusal.cause, refusal.isPermanent]).not.toEqual(["address", true]);
    }
  }
});

test("before a recipient is named, at sign-in, connection and MAIL FROM, nothing is said about one", () => {
  for (const phase of ["auth", "connect", "mail"] as const) {
    expect(judgeRefusal({ phase, code: 550, status: "5.1.1", text: "User unknown" }).cause).toBe(
      "sender",
    );
  }
});

test("a refusal without any code or reason is never final", () => {
  for (const phase of ["rcpt", "data", "report"] as const) {
    const refusal = judgeRefusal({ phase, text: "Sorry." });
    expect(refusal).toMatchObject({ cause: "recipient-temporary", isPermanent: false });
  }
});

test("a mailbox that is disabled without a word more is for good", () => {
  const bare = judgeRefusal({ phase: "rcpt", code: 550, status: "5.2.1", text: "550 5.2.1" });
  expect(bare).toMatchObject({ cause: "address", isPermanent: true });
});

test("what may pass is a temporary refusal, and of permanent ones those of a full mailbox or of the network", () => {
  const passing = (isPermanent: boolean) =>
    REFUSAL_CAUSES.filter((cause) => mayPass({ cause, isPermanent }));
  expect(passing(false)).toEqual(REFUSAL_CAUSES);
  expect(passing(true)).toEqual(["recipient-temporary", "network"]);
});

test("an address or a link in a reply does not decide the cause", () => {
  const text = "<no-such-user@spam.example> see https://mx.example/user-unknown";
  expect(judgeRefusal({ phase: "rcpt", code: 550, text })).toMatchObject({
    cause: "recipient-temporary",
    isPermanent: true,
  });
});

test("in a report a domain that does not exist is final, though the code is temporary", () => {
  const text = "DNS type 'mx' lookup of lead.example responded with code NXDOMAIN";
  expect(judgeRefusal({ phase: "report", status: "4.0.0", text })).toMatchObject({
    cause: "address",
    isPermanent: true,
  });
  expect(judgeRefusal({ phase: "rcpt", code: 450, text }).cause).toBe("recipient-temporary");
});

test("a relay's own class before the reply that it got does not count", () => {
  const wrapped = (inner: string) =>
    judgeRefusal({
      phase: "report",
      status: "5.0.0",
      text: `5.1.0 - Unknown address error 550-'${inner}' (delivery attempts: 0)`,
    });
  expect(wrapped("5.2.2 Mailbox full")).toMatchObject({ cause: "recipient-temporary" });
  expect(wrapped("5.7.1 Access denied")).toMatchObject({ cause: "sender" });
  expect(wrapped("5.1.1 User unknown")).toMatchObject({ cause: "address", isPermanent: true });
});

test("a long reply is judged in time that grows no faster than its length", () => {
  for (const piece of ["sender ", "user ", "mailbox a ", "ip 5.1.1 ", "x@y ", "5.1.0 - a "]) {
    const started = process.cpuUsage().user;
    judgeRefusal({ phase: "report", text: piece.repeat(200_000) });
    expect(process.cpuUsage().user - started).toBeLessThan(2_000_000);
  }
});
