import { startCloud } from "./cloud.ts";

/** The product's own mail, for the tests of one file that need no other part of the cloud. */
export async function startMailbox() {
  const cloud = await startCloud();
  const mailsTo = async (email: string) => {
    const mails = await cloud.mails();
    return mails.filter(({ destination }) => destination.to.includes(email));
  };
  return {
    mailsTo,
    /** The uuid of the last link that was mailed to an address; empty where none was. */
    async uuidTo(email: string) {
      const mail = (await mailsTo(email)).at(-1);
      return /uuid=([0-9a-f-]{36})/.exec(mail?.body.text ?? "")?.[1] ?? "";
    },
    stop: () => cloud[Symbol.asyncDispose](),
  };
}
