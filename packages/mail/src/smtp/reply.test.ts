import { expect, test } from "vitest";
import type { RefusalPhase } from "../refusal/refusal.ts";
import { parseReply, readReply, type SessionFailureKind } from "./reply.ts";

/** Replies about the session or its mailbox; those about a message are in refusal.test.ts. */
const REPLIES: [RefusalPhase, string, SessionFailureKind][] = [
  ["auth", "535 5.7.8 Error: authentication failed", "mailbox-auth"],
  ["auth", "534 5.7.9 Application-specific password required", "mailbox-auth"],
  ["auth", "500 unrecognised", "mailbox-auth"],
  ["mail", "530 5.7.0 Authentication Required", "mailbox-auth"],
  ["auth", "454 4.7.0 Temporary authentication failure", "mailbox-busy"],
  ["auth", "432 4.7.12 A password transition is needed", "mailbox-busy"],
  ["auth", "451 4.3.0 try later", "mailbox-busy"],
  ["rcpt", "421 4.7.0 Too many messages, slow down", "mailbox-busy"],
  ["data", "432 4.3.2 Concurrent connections limit exceeded", "mailbox-busy"],
  ["connect", "421 4.3.2 Service not available", "mailbox-busy"],
  ["connect", "450 4.3.2 too many connections", "mailbox-busy"],
  ["data", "550 5.4.5 Daily user sending limit exceeded", "mailbox-busy"],
  ["connect", "554 5.7.1 No SMTP service here", "network"],
];

test.each(REPLIES)("at %s, %j is %s", (phase, reply, kind) => {
  expect(readReply(reply, phase).kind).toBe(kind);
});

test("a bad sequence of commands is about this session: the message may be sent by the next", () => {
  const failure = readReply("503 5.5.1 Error: nested MAIL command", "rcpt");
  expect(failure).toMatchObject({
    kind: "refused",
    code: 503,
    cause: "network",
    isPermanent: false,
  });
});

test("a reply of several lines gives its codes once and all of its words", () => {
  const reply =
    "550-5.1.1 The email account that you tried to reach\r\n550-5.1.1 does not exist.\r\n550 5.1.1 https://support.example.com";
  expect(parseReply(reply)).toEqual({
    code: 550,
    statusCode: "5.1.1",
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
