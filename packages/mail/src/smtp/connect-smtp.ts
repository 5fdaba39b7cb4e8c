import SMTPConnection, {
  type SMTPConnectionAuth,
  type SMTPConnectionCustomAuthHandler,
  type SMTPConnectionOptions,
} from "nodemailer/lib/smtp-connection";
import { type MailServer, resolveServer, timeoutsOf, tlsOptions } from "../host/mail-server.ts";
import { tlsMode } from "../host/presets.schema.ts";
import type { ResolvedHost } from "../host/resolve-host.ts";
import { sessionStep } from "./session-step.ts";
import { SmtpError, toSessionFailure } from "./smtp-error.ts";

const QUIT_TIMEOUT_MS = 2_000;

export type SmtpServer = MailServer & {
  /** How we introduce ourselves (EHLO): a full host name. */
  clientName?: string;
};

/** One signed-in session of one mailbox. Send several messages through it, then close it. */
export type SmtpConnection = { server: SmtpServer; session: SMTPConnection };

/**
 * Opens a session and signs in.
 *
 * @param signal breaks the session off, whatever it is doing when it aborts
 * @throws SmtpError
 */
export async function connectSmtp(
  server: SmtpServer,
  signal?: AbortSignal,
): Promise<SmtpConnection> {
  let session: SMTPConnection | undefined;
  try {
    const opening = new SMTPConnection(sessionOptions(server, await resolveServer(server)));
    session = opening;
    // Stays for the life of the session: an "error" event that nobody listens to ends the process.
    opening.on("error", () => undefined);
    signal?.throwIfAborted();
    signal?.addEventListener("abort", () => opening.close());
    await sessionStep(opening, (done) => opening.connect(done));
    await sessionStep(opening, (done) => opening.login(credentials(server), done));
    return { server, session: opening };
  } catch (error) {
    session?.close();
    throw new SmtpError(toSessionFailure(error, server), { cause: error });
  }
}

/** Whether the session can take another message; it cannot after a network failure or when the server closed it. */
export function isSmtpOpen({ session }: SmtpConnection): boolean {
  return Boolean(session._socket && session._socket.writable && !session._socket.destroyed);
}

/** Says QUIT and waits for the end of the connection. Never fails: whatever was to be sent has been answered. */
export async function closeSmtp(connection: SmtpConnection): Promise<void> {
  const { session } = connection;
  if (!isSmtpOpen(connection)) return session.close();
  const giveUp = setTimeout(() => session.close(), QUIT_TIMEOUT_MS);
  // The end of the session is what a quitting client waits for.
  await sessionStep(session, () => session.quit()).catch(() => undefined);
  clearTimeout(giveUp);
}

function sessionOptions(server: SmtpServer, resolved: ResolvedHost): SMTPConnectionOptions {
  const mode = tlsMode(server.security, server.port);
  const timeouts = timeoutsOf(server);
  return {
    host: resolved.ip,
    port: server.port,
    secure: mode === "implicit",
    // The server's offer decides nothing: without the encryption that the user chose there is no session.
    requireTLS: mode === "starttls",
    ignoreTLS: mode === "none",
    tls: tlsOptions(server, resolved),
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    maxResponseSize: 64 * 1024,
    customAuth: { [BEARER]: authenticateByToken },
    ...(server.clientName ? { name: server.clientName } : {}),
  };
}

function credentials({ login }: SmtpServer): SMTPConnectionAuth {
  return "accessToken" in login
    ? { user: login.user, pass: login.accessToken, method: BEARER }
    : { user: login.user, pass: login.password };
}

/** Not called XOAUTH2: by that name the library falls back to a password login, with the token as the password. */
const BEARER = "BEARER";

/** The library's own XOAUTH2 asks for a second token after a refusal and so loses what the server said. */
const authenticateByToken: SMTPConnectionCustomAuthHandler = async (context) => {
  const { user, pass } = context.auth.credentials;
  const token = Buffer.from(`user=${user}\u0001auth=Bearer ${pass}\u0001\u0001`).toString("base64");
  let reply = await context.sendCommand(`AUTH XOAUTH2 ${token}`);
  // The refusal's details come as a challenge; an empty answer asks for the reply itself.
  if (reply.status === 334) reply = await context.sendCommand("");
  if (reply.status !== 235) throw new Error("Invalid login");
};
