import { Readable } from "node:stream";
import type { SMTPConnectionSendInfo } from "nodemailer/lib/smtp-connection";
import { isSmtpOpen, type SmtpConnection } from "./connect-smtp.ts";
import { parseReply, type SmtpFailure } from "./reply.ts";
import { sessionStep } from "./session-step.ts";
import { toSmtpFailure } from "./smtp-error.ts";

export type OutgoingMail = {
  /** Where bounces go: an address, or empty for none. */
  from: string;
  to: readonly string[];
  /** The whole message, headers and body, as it goes over the wire; or the pieces of it, one after the other. */
  raw: RawMail;
};

export type RawMail = Buffer | readonly Buffer[];

export type SmtpOutcome =
  | {
      kind: "sent";
      /** The server's words, often with its queue id. */
      text: string;
      accepted: string[];
      /** Some servers (Microsoft 365, Amazon SES) put their own Message-ID, with brackets, in place of the message's. */
      serverMessageId?: string;
      /** With several recipients some may be refused while the message goes to the others. */
      rejected: { address: string; failure: SmtpFailure }[];
    }
  | SmtpFailure;

/** Small enough that a large message is not taken for handed over while most of it still waits in memory. */
const CHUNK_BYTES = 16 * 1024;

/**
 * Hands one message over. A failure is an answer, not an error: the caller must decide about each kind, and
 * `unknown-outcome` must never be sent again blindly.
 */
export async function sendSmtp(
  connection: SmtpConnection,
  mail: OutgoingMail,
): Promise<SmtpOutcome> {
  let isHandedOver = false;
  // The library reads the body only once the server asked for it, and ends the message (RFC 5321 4.1.1.4) only after
  // the stream's end: until then the server cannot have accepted anything.
  const pieces = Buffer.isBuffer(mail.raw) ? [mail.raw] : mail.raw;
  const body = Readable.from(chunks(pieces), { objectMode: false });
  body.once("end", () => {
    isHandedOver = true;
  });
  try {
    return sent(connection, await send(connection, { ...mail, raw: pieces }, body));
  } catch (error) {
    const failure = toSmtpFailure(error, connection.server, isHandedOver);
    await startOver(connection, body);
    return failure;
  }
}

async function send(
  { session }: SmtpConnection,
  { from, to, raw }: OutgoingMail & { raw: readonly Buffer[] },
  body: Readable,
): Promise<SMTPConnectionSendInfo> {
  const info = await sessionStep<SMTPConnectionSendInfo>(session, (done) => {
    const size = raw.reduce((sum, piece) => sum + piece.length, 0);
    session.send({ from, to: [...to], size }, body, done);
  });
  if (!info) throw new Error("The session gave no result");
  return info;
}

function sent({ server }: SmtpConnection, info: SMTPConnectionSendInfo): SmtpOutcome {
  const rejected = (info.rejectedErrors ?? []).map((error) => ({
    address: error.recipient ?? "",
    failure: toSmtpFailure(error, server, false),
  }));
  return {
    kind: "sent",
    text: parseReply(info.response).text,
    accepted: info.accepted,
    rejected,
    ...(info.serverMessageId ? { serverMessageId: info.serverMessageId } : {}),
  };
}

/**
 * RFC 5321 4.1.4: after a refusal the transaction is still open and the next MAIL FROM would be out of order. A server
 * that refused in the middle of the body would take the reset for a line of it.
 */
async function startOver(connection: SmtpConnection, body: Readable): Promise<void> {
  const { session } = connection;
  if (!isSmtpOpen(connection)) return;
  const isCutOff = body.readableDidRead && !body.readableEnded;
  if (isCutOff || (session._socket && session._socket.writableLength > 0)) return session.close();
  await sessionStep<boolean>(session, (done) => session.reset(done)).catch(() => session.close());
}

function* chunks(pieces: readonly Buffer[]): Generator<Buffer> {
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += CHUNK_BYTES) {
      yield piece.subarray(start, start + CHUNK_BYTES);
    }
  }
}
