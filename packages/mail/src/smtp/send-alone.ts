import { closeSmtp, connectSmtp, type SmtpConnection, type SmtpServer } from "./connect-smtp.ts";
import { type OutgoingMail, type SmtpOutcome, sendSmtp } from "./send-smtp.ts";
import { SmtpError } from "./smtp-error.ts";

/**
 * Opens a session for one message and closes it again. What is not done within `withinMs` (real milliseconds) is cut off:
 * the outcome is then that of a connection that broke, which is unknown once the whole message had been handed over.
 */
export async function sendAlone(
  server: SmtpServer,
  mail: OutgoingMail,
  withinMs: number,
): Promise<SmtpOutcome> {
  const signal = AbortSignal.timeout(withinMs);
  let connection: SmtpConnection | undefined;
  try {
    connection = await connectSmtp(server, signal);
    return await sendSmtp(connection, mail);
  } catch (error) {
    if (error instanceof SmtpError) return error.failure;
    throw error;
  } finally {
    if (connection) await closeSmtp(connection);
  }
}
