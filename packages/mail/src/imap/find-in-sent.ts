import type { ImapConnection } from "./connect-imap.ts";
import { ImapError } from "./imap-error.ts";
import { inFolder, refreshFolder } from "./open-folder.ts";

/**
 * Whether the Sent folder holds a message with this Message-ID (with its angle brackets).
 * "No" makes a message go out again, so a search that failed throws and never reads as "no". @throws ImapError
 */
export async function findInSent(
  connection: ImapConnection,
  sentPath: string,
  messageId: string,
): Promise<boolean> {
  await refreshFolder(connection, sentPath);
  return inFolder(connection, sentPath, async (client) => {
    const found = await client.search({ header: { "message-id": messageId } }, { uid: true });
    if (!Array.isArray(found)) {
      throw new ImapError("refused", `${connection.server.host} could not search ${sentPath}`);
    }
    return found.length > 0;
  });
}
