import { expect, test } from "vitest";
import { parseReply, readReply, type SmtpFailureKind, type SmtpPhase } from "./reply.ts";

const REPLIES: [SmtpPhase, string, SmtpFailureKind][] = [
  ["recipient", "550 5.1.1 User unknown in virtual mailbox table", "recipient-hard"],
  ["recipient", "550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found", "recipient-hard"],
  ["recipient", "550 5.2.1 The email account is disabled", "recipient-hard"],
  [
    "message",
    "550 5.1.1 The email account that you tried to reach does not exist",
    "recipient-hard",
  ],
  ["recipient", "550 No such user here", "recipient-hard"],
  ["recipient", "550 User unknown", "recipient-hard"],
  ["recipient", "552 5.2.2 Mailbox full", "recipient-soft"],
  ["recipient", "552 Requested mail action aborted: exceeded storage allocation", "recipient-soft"],
  ["recipient", "450 4.2.2 Mailbox full, try again later", "recipient-soft"],
  ["recipient", "450 4.2.1 The user is receiving mail too quickly", "recipient-soft"],
  ["recipient", "450 Requested mail action not taken: mailbox unavailable", "recipient-soft"],
  ["recipient", "450 4.1.2 Recipient address rejected: Domain not found", "recipient-soft"],
  [
    "recipient",
    "550 5.7.1 Service unavailable; client host blocked using zen.spamhaus.org",
    "policy",
  ],
  ["message", "554 5.7.1 Message rejected due to content restrictions", "policy"],
  ["message", "554 Message rejected as spam", "policy"],
  ["recipient", "550 Blocked: user unknown or policy", "policy"],
  ["message", "550 5.1.8 Access denied, bad outbound sender", "policy"],
  ["sender", "553 5.1.8 Sender address rejected: Domain not found", "policy"],
  ["sender", "550 5.1.1 Sender unknown", "policy"],
  ["sender", "550 Requested action not taken", "policy"],
  ["auth", "535 5.7.8 Error: authentication failed", "mailbox-auth"],
  ["auth", "534 5.7.9 Application-specific password required", "mailbox-auth"],
  ["auth", "500 unrecognised", "mailbox-auth"],
  ["sender", "530 5.7.0 Authentication Required", "mailbox-auth"],
  ["auth", "454 4.7.0 Temporary authentication failure", "mailbox-busy"],
  ["auth", "432 4.7.12 A password transition is needed", "mailbox-busy"],
  ["auth", "451 4.3.0 try later", "mailbox-busy"],
  ["recipient", "421 4.7.0 Too many messages, slow down", "mailbox-busy"],
  ["message", "432 4.3.2 Concurrent connections limit exceeded", "mailbox-busy"],
  ["session", "421 4.3.2 Service not available", "mailbox-busy"],
  ["session", "450 4.3.2 too many connections", "mailbox-busy"],
  ["message", "550 5.4.5 Daily user sending limit exceeded", "mailbox-busy"],
  ["recipient", "451 4.7.1 Greylisted, try again in 60 seconds", "temporary"],
  ["recipient", "450 4.7.1 Greylisted", "temporary"],
  ["recipient", "451 Local error in processing", "temporary"],
  ["message", "452 4.3.1 Insufficient system storage", "temporary"],
  ["sender", "451 4.1.8 Sender domain does not resolve", "temporary"],
  ["recipient", "503 5.5.1 Error: nested MAIL command", "temporary"],
  ["message", "552 5.3.4 Message size exceeds fixed limit", "permanent"],
  ["message", "554 Transaction failed", "permanent"],
  ["recipient", "550 Requested action not taken: mailbox unavailable", "permanent"],
  ["recipient", "550 5.4.1 Recipient address rejected: Access denied", "permanent"],
  ["session", "554 5.7.1 No SMTP service here", "network"],
];

test.each(REPLIES)("at %s, %j is %s", (phase, reply, kind) => {
  expect(readReply(reply, phase).kind).toBe(kind);
});

test("no temporary reply ever bounces a recipient, whatever its enhanced code says", () => {
  for (let code = 400; code < 500; code++) {
    const { kind } = readReply(`${code} 5.1.1 User unknown`, "recipient");
    expect(kind).not.toBe("recipient-hard");
  }
});

test("a reply of several lines gives its codes once and all of its words", () => {
  const reply =
    "550-5.1.1 The email account that you tried to reach\r\n550-5.1.1 does not exist.\r\n550 5.1.1 https://support.example.com";
  expect(parseReply(reply)).toEqual({
    code: 550,
    enhanced: "5.1.1",
    text: "The email account that you tried to reach does not exist. https://support.example.com",
  });
});

test("a reply's words fit on a screen: one line, no control characters, at most 1,000 characters", () => {
  const { text } = parseReply(`550 a\u0000\u001b[31mb\tc ${"x".repeat(5_000)}`);
  expect(text).toMatch(/^a \[31mb c x+$/);
  expect(text).toHaveLength(1_000);
});

test("what is not an SMTP reply has words but no code", () => {
  expect(parseReply("HTTP/1.1 400 Bad Request")).toEqual({ text: "HTTP/1.1 400 Bad Request" });
});
