import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSes } from "@thaw/local/ses";

type Mail = {
  subject: string;
  destination: { to: string[] };
  body: { text: string; html: string };
};

/** SES alone, for the tests of one file that need no other part of the cloud. */
export async function startMailbox() {
  const dir = mkdtempSync(join(tmpdir(), "thaw-ses-"));
  const ses = await startSes({ dir, port: 0 });
  process.env.AWS_ENDPOINT_URL_SESV2 = ses.endpoint;
  return {
    async mailsTo(email: string): Promise<Mail[]> {
      const response = await fetch(`${ses.endpoint}/store`);
      const { emails } = (await response.json()) as { emails: Mail[] };
      return emails.filter((mail) => mail.destination.to.includes(email));
    },
    async stop() {
      await ses.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
