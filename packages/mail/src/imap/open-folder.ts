import type { ImapFlow } from "imapflow";
import type { ImapConnection } from "./connect-imap.ts";
import { toImapError } from "./imap-error.ts";

/**
 * Runs commands in a folder opened by EXAMINE, so that nothing done in it can mark a message as read.
 * @throws ImapError
 */
export async function inFolder<Result>(
  { client, server }: ImapConnection,
  path: string,
  run: (client: ImapFlow) => Promise<Result>,
): Promise<Result> {
  try {
    const lock = await client.getMailboxLock(path, { readOnly: true });
    try {
      return await run(client);
    } finally {
      lock.release();
    }
  } catch (error) {
    throw toImapError(error, server);
  }
}

/**
 * Lets the server report what came into the folder since. Without it a session that has the folder open already gives
 * the state of before (RFC 9051 6.3.11 on STATUS of the selected mailbox). @throws ImapError
 */
export async function refreshFolder(
  { client, server }: ImapConnection,
  path: string,
): Promise<void> {
  if (!client.mailbox || client.mailbox.path !== path) return;
  await client.noop().catch((error: unknown) => {
    throw toImapError(error, server);
  });
}
