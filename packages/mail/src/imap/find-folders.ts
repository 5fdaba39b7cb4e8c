import type { ImapConnection } from "./connect-imap.ts";
import { toImapError } from "./imap-error.ts";

export type Folders = { inbox: string; sent?: string; junk?: string };

/**
 * The paths of Inbox, Sent and Junk: as the server marks them (RFC 6154), else by the names that mail programs give
 * them in some eighty languages (the library's table). @throws ImapError
 */
export async function findFolders({ client, server }: ImapConnection): Promise<Folders> {
  try {
    const folders = await client.list();
    const pathOf = (use: string) => folders.find(({ specialUse }) => specialUse === use)?.path;
    const sent = pathOf("\\Sent");
    const junk = pathOf("\\Junk");
    return { inbox: "INBOX", ...(sent ? { sent } : {}), ...(junk ? { junk } : {}) };
  } catch (error) {
    throw toImapError(error, server);
  }
}
