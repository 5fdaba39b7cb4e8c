import type { NodemailerError } from "nodemailer";
import type { MailServer } from "../host/mail-server.ts";
import { describeNetworkError } from "../host/network-error.ts";
import type { RefusalPhase } from "../refusal/refusal.ts";
import { readReply, type SessionFailure, type SmtpFailure } from "./reply.ts";

/** A session that could not be opened. The message is the server's own words where it said something. */
export class SmtpError extends Error {
  override readonly name = "SmtpError";
  readonly failure: SessionFailure;

  constructor(failure: SessionFailure, options?: ErrorOptions) {
    super(failure.text, options);
    this.failure = failure;
  }
}

/**
 * Reads a failure of the library. The server's reply decides; without one it is the network's fault, or unknown once
 * the whole message had been handed over.
 */
export function toSmtpFailure(
  error: unknown,
  server: MailServer,
  isHandedOver: boolean,
): SmtpFailure {
  const failure = error as NodemailerError;
  const reply = failure.response;
  if (reply && /^[45]\d\d/.test(reply)) return readReply(reply, phaseOf(failure));
  if (isHandedOver) {
    const text = `The connection to ${server.host} ended before it confirmed the message`;
    return { kind: "unknown-outcome", text };
  }
  // The library's own checks: nothing went to the server and the session is fine.
  if (failure.code === "EENVELOPE" || failure.code === "EMESSAGE") {
    return { kind: "refused", cause: "message", isPermanent: true, text: failure.message };
  }
  if (failure.code === "EAUTH") return { kind: "mailbox-auth", text: failure.message };
  return { kind: "network", text: describeNetworkError(error, server) };
}

/** The same of a session that could not be opened: no message was refused. */
export function toSessionFailure(error: unknown, server: MailServer): SessionFailure {
  const failure = toSmtpFailure(error, server, false);
  return failure.kind === "refused" ? { kind: "network", text: failure.text } : failure;
}

function phaseOf({ command = "" }: NodemailerError): RefusalPhase {
  if (command.startsWith("AUTH")) return "auth";
  if (command === "MAIL FROM") return "mail";
  if (command === "RCPT TO") return "rcpt";
  return command === "DATA" ? "data" : "connect";
}
