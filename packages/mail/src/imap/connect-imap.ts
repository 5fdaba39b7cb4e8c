import type { ImapFlow, ImapFlowOptions } from "imapflow";
import { type MailServer, resolveServer, timeoutsOf, tlsOptions } from "../host/mail-server.ts";
import { tlsMode } from "../host/presets.schema.ts";
import type { ResolvedHost } from "../host/resolve-host.ts";
import { toImapError } from "./imap-error.ts";

/** One signed-in session of one mailbox. It runs one command at a time. */
export type ImapConnection = { server: MailServer; client: ImapFlow };

/** What a server may make us hold in memory at once, whatever it says a message's size is. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Opens a session and signs in. @throws ImapError */
export async function connectImap(server: MailServer): Promise<ImapConnection> {
  try {
    // Loaded when first needed: with its character sets it is half of a Lambda's bundle, and most requests need none of it.
    const library = await import("imapflow");
    const client = new library.ImapFlow(clientOptions(server, await resolveServer(server)));
    // An "error" event that nobody listens to ends the process; the command under way fails with the same error.
    client.on("error", () => undefined);
    await client.connect();
    return { server, client };
  } catch (error) {
    throw toImapError(error, server);
  }
}

/** Says LOGOUT, or just hangs up where the session is broken. Never fails. */
export async function closeImap({ client }: ImapConnection): Promise<void> {
  await client.logout().catch(() => undefined);
  client.close();
}

function clientOptions(server: MailServer, resolved: ResolvedHost): ImapFlowOptions {
  const mode = tlsMode(server.security, server.port);
  const timeouts = timeoutsOf(server);
  const { login, maxResponseBytes = MAX_RESPONSE_BYTES } = server;
  return {
    host: resolved.ip,
    port: server.port,
    secure: mode === "implicit",
    // Left out, the library would upgrade only where the server offers it.
    ...(mode === "implicit" ? {} : { doSTARTTLS: mode === "starttls" }),
    ...(resolved.servername ? { servername: resolved.servername } : {}),
    tls: tlsOptions(server, resolved),
    auth:
      "accessToken" in login
        ? { user: login.user, accessToken: login.accessToken }
        : { user: login.user, pass: login.password },
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    maxLineLength: 1024 * 1024,
    maxLiteralSize: maxResponseBytes / 2,
    maxResponseSize: maxResponseBytes,
    disableAutoIdle: true,
    logger: false,
  };
}
