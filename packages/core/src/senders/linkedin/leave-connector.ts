import { concurrently } from "@thaw/data/concurrently";
import { log } from "../../log.ts";
import { askConnector } from "./connector-request.ts";
import type { LinkedInAccountRecord } from "./linkedin-record.ts";
import { findConnector } from "./linkedin-record.ts";

const WIDTH = 16;

/**
 * Asks the account's connector to release LinkedIn accounts that it has connected. A connector that does not answer holds
 * nothing up: it is tried three times within seconds, and the failure is recorded. Safe to run twice.
 */
export async function leaveConnector(
  accountId: number,
  accounts: readonly Pick<LinkedInAccountRecord, "linkedinId" | "ref">[],
): Promise<void> {
  const connected = accounts.filter(({ ref }) => ref !== undefined);
  if (connected.length === 0) return;
  const warn = (error: unknown): undefined => {
    log.warn("A connector could not be asked to release its accounts", { accountId, error });
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
