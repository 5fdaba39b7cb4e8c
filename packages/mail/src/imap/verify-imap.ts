import type { MailServer } from "../host/mail-server.ts";
import { closeImap, connectImap } from "./connect-imap.ts";

/** Signs in and leaves again: what a mailbox form does before it saves. @throws ImapError with the server's own words */
export async function verifyImap(server: MailServer): Promise<void> {
  await closeImap(await connectImap(server));
}
