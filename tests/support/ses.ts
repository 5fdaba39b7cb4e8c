import startServer from "aws-ses-v2-local";

export type SentMail = {
  from: string;
  destination: { to: string[] };
  subject: string;
  body: { text?: string; html?: string };
};

/** A local SES for the tests of one file; what it took is read back by address. */
export async function startSes() {
  const server = await startServer({ host: "127.0.0.1", port: 0 });
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The local SES has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  process.env.AWS_ENDPOINT_URL_SESV2 = origin;
  return {
    async mailsTo(email: string): Promise<SentMail[]> {
      const response = await fetch(`${origin}/store`);
      const { emails } = (await response.json()) as { emails: SentMail[] };
      return emails.filter((mail) => mail.destination.to.includes(email));
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
