import { startImapBox } from "@thaw/local/demo/imap-box";
import type { SunkMail } from "./sink.ts";

/** An IMAP server of a provider that keeps what it has sent: each mail that it is handed is in Sent from then on. */
export async function startSentFolder(login: { address: string; password: string }) {
  const box = await startImapBox({ ...login, port: 0 });
  return {
    port: box.port,
    keep: ({ raw }: SunkMail) => box.append("Sent", Buffer.from(raw), Date.now()),
    [Symbol.asyncDispose]: box.stop,
  };
}
