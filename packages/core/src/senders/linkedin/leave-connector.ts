import { concurrently } from "@thaw/data/concurrently";
import { log } from "../../log.ts";
import { askConnector } from "./connector-request.ts";
import type { LinkedInAccountRecord } from "./linkedin-record.ts";
import { findConnector } from "./linkedin-record.ts";

const WIDTH = 16;

/**
 * Tells the account's connector to let go of LinkedIn accounts that it has taken on. Nobody waits for one that does not answer:
 * it is tried three times within seconds, and that it was not told is noted. Safe to run twice.
 */
export async function leaveConnector(
  accountId: number,
  accounts: readonly Pick<LinkedInAccountRecord, "linkedinId" | "ref">[],
): Promise<void> {
  const connected = accounts.filter(({ ref }) => ref !== undefined);
  if (connected.length === 0) return;
  const warn = (error: unknown): undefined => {
    log.warn("A connector was not told to let go", { accountId, error });
  };
  const connector = await findConnector(accountId).catch(warn);
  if (!connector) return;
  await concurrently(connected, WIDTH, ({ linkedinId, ref }) =>
    askConnector(connector, {
      path: "/disconnect",
      body: { account: { ref } },
      idempotencyKey: `disconnect-${accountId}-${linkedinId}-${ref}`,
    }).catch(warn),
  );
}
