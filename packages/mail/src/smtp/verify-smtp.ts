import { closeSmtp, connectSmtp, type SmtpServer } from "./connect-smtp.ts";

/** Signs in and leaves again: what a mailbox form does before it saves. @throws SmtpError with the server's own words */
export async function verifySmtp(server: SmtpServer): Promise<void> {
  await closeSmtp(await connectSmtp(server));
}
