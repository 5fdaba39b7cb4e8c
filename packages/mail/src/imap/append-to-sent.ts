import type { ImapConnection } from "./connect-imap.ts";
import { ImapError, toImapError } from "./imap-error.ts";

/** Keeps a copy of a sent message, already read, for providers that keep none themselves. @throws ImapError */
export async function appendToSent(
  { client, server }: ImapConnection,
  sentPath: string,
  raw: Buffer,
  sentAt: Date,
): Promise<void> {
  try {
    const appended = await client.append(sentPath, raw, ["\\Seen"], sentAt);
    if (!appended) throw new ImapError("refused", `${server.host} did not keep the copy`);
  } catch (error) {
    throw toImapError(error, server);
  }
}
