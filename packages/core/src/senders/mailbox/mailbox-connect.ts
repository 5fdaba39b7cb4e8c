import { commit, type PendingWrite } from "@thaw/data/transact";
import { say } from "@thaw/text/say";
import { recordAct } from "../../accounts/activity-log/record-act.ts";
import {
  addClientAssignment,
  removeClientAssignment,
} from "../../accounts/client/client-assignment.ts";
import type { Origin } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { MINUTE_MS } from "../../duration.ts";
import { AppError, notFound } from "../../error.ts";
import { holdingOf, type Scope, WHOLE_ACCOUNT } from "../../kernel/access/scope.ts";
import { dropClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { encryptSecret } from "../../kernel/secret/secret.ts";
import { operation } from "../../operation.ts";
import { closeSlot, type MailboxKey, newSlot } from "../send-slot/send-slot.ts";
import { releaseTrackingHost } from "../tracking-domain/tracking-host.ts";
import { MailboxEntity, mailboxIds } from "./mailbox.entity.ts";
import { ConnectMailbox, Mailbox } from "./mailbox.schema.ts";
import { moveMailboxCount } from "./mailbox-count.ts";
import { deleteCursor } from "./mailbox-cursor.ts";
import { claimOf, type MailboxRecord, toMailbox } from "./mailbox-record.ts";
import { readOften } from "./read-often.ts";

/** Connects a mailbox after a live login on both sides (MBX-11). */
export const connectMailbox = operation({
  permission: "mailboxes:write",
  input: ConnectMailbox,
  output: Mailbox,
  async run(actor, input) {
    const { checkBothSides } = await import("./mailbox-check.ts");
    await checkBothSides(input);
    return toMailbox(await storeMailbox(actor, input));
  },
});

type Connecting = { accountId: number; userId: number; scope?: Scope; origin?: Origin };

/** Stores a mailbox whose logins were tried: the record, its slot and its address in one transaction. */
export async function storeMailbox(
  { accountId, userId, origin, scope = WHOLE_ACCOUNT }: Connecting,
  input: ConnectMailbox,
): Promise<MailboxRecord> {
  const mailboxId = await mailboxIds.next(accountId);
  const mailbox: MailboxRecord = {
    accountId,
    mailboxId,
    provider: input.provider,
    email: input.email,
    fromName: input.from_name,
    ...(await sealedServers({ accountId, mailboxId }, input)),
    dailyLimit: input.daily_limit,
    minGapMinutes: input.min_gap_minutes,
    connectionState: "CONNECTED",
    ...readOften({ accountId, mailboxId }),
    createdAt: nowIso(),
    createdBy: userId,
    ...holdingOf(scope),
  };
  await commit(
    [
      takeClaim(claimOf(accountId, input.email), { accountId, ownerId: mailboxId }),
      MailboxEntity.create(mailbox),
      newSlot(
        { accountId, mailboxId },
        {
          dailyLimit: input.daily_limit,
          minGapMs: input.min_gap_minutes * MINUTE_MS,
          sending: "on",
        },
      ),
      moveMailboxCount(accountId, 1),
      recordAct(
        { accountId, userId, origin },
        { action: "mailbox_connected", target: input.email },
      ),
      ...addClientAssignment(mailbox, "mailboxes", mailboxId),
    ],
    { otherwise: () => connectedAlready(input.email) },
  );
  return mailbox;
}

const connectedAlready = (email: string) =>
  new AppError(
    "conflict",
    "mailbox.addressConnected",
    { email },
    { email: [say("mailbox.connectedAlready")] },
  );

type Servers = Omit<ConnectMailbox, "provider" | "from_name" | "daily_limit" | "min_gap_minutes">;

/** Where a mailbox sends and reads as its record keeps it: each side's login sealed for this mailbox alone. */
export async function sealedServers(
  key: MailboxKey,
  input: Servers,
): Promise<Pick<MailboxRecord, "smtp" | "imap">> {
  const seal = (side: "smtp" | "imap") =>
    encryptSecret(input.password, { ...key, field: `${side}.password` });
  const user = input.user_name || input.email;
  return {
    smtp: {
      host: input.smtp_host,
      port: input.smtp_port,
      security: input.smtp_security,
      user,
      secret: await seal("smtp"),
    },
    imap: {
      host: input.imap_host,
      port: input.imap_port,
      security: input.imap_security,
      user,
      secret: await seal("imap"),
    },
  };
}

/**
 * Removes a mailbox and its secrets at once; its address may be connected again.
 *
 * @throws AppError not_found when someone else has removed it
 */
export async function removeMailbox(
  { accountId, mailboxId, email, trackingHost, clientId }: MailboxRecord,
  others: readonly PendingWrite[] = [],
): Promise<void> {
  const key = { accountId, mailboxId };
  await commit(
    [
      MailboxEntity.remove(key).where((row, op) =>
        clientId === undefined ? op.notExists(row.clientId) : op.eq(row.clientId, clientId),
      ),
      closeSlot(key),
      deleteCursor(key),
      dropClaim(claimOf(accountId, email)),
      moveMailboxCount(accountId, -1),
      ...removeClientAssignment({ accountId, clientId }, "mailboxes", mailboxId),
      ...others,
    ],
    { otherwise: () => notFound("mailbox") },
  );
  if (trackingHost) await releaseTrackingHost(accountId, trackingHost);
}
