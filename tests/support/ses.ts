import { startCloud } from "./cloud.ts";

/** The product's own mail, for the tests of one file that need no other part of the cloud. */
export async function startMailbox() {
  const cloud = await startCloud();
  return {
    async mailsTo(email: string) {
      const mails = await cloud.mails();
      return mails.filter(({ destination }) => destination.to.includes(email));
    },
    stop: () => cloud[Symbol.asyncDispose](),
  };
}
