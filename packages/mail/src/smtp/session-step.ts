import type SMTPConnection from "nodemailer/lib/smtp-connection";

/**
 * Runs one step of a session. The library reports the end of a step to its callback, as an "error" event, or by ending
 * the session without a word, depending on the moment.
 */
export async function sessionStep<Result>(
  session: SMTPConnection,
  start: (done: (error?: Error | null, result?: Result) => void) => void,
): Promise<Result | undefined> {
  let onError: (error: Error) => void = () => undefined;
  let onEnd: () => void = () => undefined;
  try {
    return await new Promise<Result | undefined>((resolve, reject) => {
      // Both events come just before the callback, and only the callback's error carries the server's reply.
      onError = (error) => setImmediate(reject, error);
      onEnd = () => setImmediate(reject, new Error("The server ended the connection"));
      session.on("error", onError);
      session.on("end", onEnd);
      start((error, result) => (error ? reject(error) : resolve(result)));
    });
  } finally {
    session.off("error", onError);
    session.off("end", onEnd);
  }
}
