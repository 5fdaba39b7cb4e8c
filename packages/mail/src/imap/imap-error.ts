import type { ImapFlowError } from "imapflow";
import type { MailServer } from "../host/mail-server.ts";
import { describeNetworkError } from "../host/network-error.ts";

export type ImapFailureKind =
  /** The login is refused. */
  | "mailbox-auth"
  /** The server asks to come back later, also during login. */
  | "mailbox-busy"
  | "folder-missing"
  /** The server understood and said no. */
  | "refused"
  | "network";

/** A failure of a mailbox's IMAP side. The message is the server's own words where it said something. */
export class ImapError extends Error {
  override readonly name = "ImapError";
  readonly kind: ImapFailureKind;

  constructor(kind: ImapFailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** RFC 5530 3: the server cannot do it now, although LOGIN may be what failed. */
const BUSY = ["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "THROTTLED"];

export function toImapError(error: unknown, server: Pick<MailServer, "host" | "port">): ImapError {
  if (error instanceof ImapError) return error;
  const failure = error as ImapFlowError;
  const kind = kindOf(failure);
  const answer = failure.responseText ?? failure.reason;
  const text = kind === "network" ? undefined : answer;
  return new ImapError(kind, text ?? describeNetworkError(error, server), { cause: error });
}

function kindOf(failure: ImapFlowError): ImapFailureKind {
  if (failure.code === "ETHROTTLE" || BUSY.includes(failure.serverResponseCode ?? "")) {
    return "mailbox-busy";
  }
  // Set for every LOGIN that failed, also when the connection broke meanwhile; only an answer is a refusal.
  if (failure.authenticationFailed && failure.responseStatus) return "mailbox-auth";
  if (failure.mailboxMissing || failure.code === "NotFound") return "folder-missing";
  return failure.responseStatus ? "refused" : "network";
}
