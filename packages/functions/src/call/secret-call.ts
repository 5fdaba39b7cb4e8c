import type { Actor } from "@thaw/core/actor";
import { AppError } from "@thaw/core/error";
import type {
  SecretAnswer,
  SecretCall,
  SecretOperation,
} from "@thaw/core/kernel/secret/secret-call";
import type { Operation } from "@thaw/core/operation";

/** Loaded when they are first asked for: they bring SMTP, IMAP or a language model along. */
const OPERATIONS: Record<SecretOperation, () => Promise<Operation>> = {
  addLinkedInAccount: async () => (await linkedIn()).addLinkedInAccount,
  checkLinkedInAccount: async () => (await linkedIn()).checkLinkedInAccount,
  reconnectLinkedInAccount: async () => (await linkedIn()).reconnectLinkedInAccount,
  reconnectMailbox: async () =>
    (await import("@thaw/core/senders/mailbox/mailbox-reconnect")).reconnectMailbox,
  removeLinkedInAccount: async () => (await linkedIn()).removeLinkedInAccount,
  sendTestMail: async () => (await import("@thaw/core/engine/preview/send-test-mail")).sendTestMail,
  writeWithAi: async () => (await import("@thaw/core/accounts/ai/write-with-ai")).writeWithAi,
};
const linkedIn = () => import("@thaw/core/senders/linkedin/linkedin-account");

export const operationOf = (name: SecretOperation): Promise<Operation> => OPERATIONS[name]();

/**
 * Runs an operation that opens a secret for the site or the API, which may not. Nobody else may invoke it; the operation checks
 * its actor and input once more.
 */
export async function handler({ operation, actor, input }: SecretCall): Promise<SecretAnswer> {
  const run = await operationOf(operation);
  const permissions: Actor["permissions"] = new Set(actor.permissions);
  try {
    return { output: await run({ ...actor, permissions }, input) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, text, fields } = error;
    return { refused: { code, text, fields } };
  }
}
