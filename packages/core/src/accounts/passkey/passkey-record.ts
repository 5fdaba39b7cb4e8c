import { createHash } from "node:crypto";
import { writeIfExpected } from "@thaw/data/condition";
import { commit } from "@thaw/data/transact";
import type { Actor } from "../../actor.ts";
import { nowIso } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import { dropClaim, findClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { freeSlotAmong } from "../../kernel/claim/free-slot.ts";
import { retryRefused } from "../../retry-refused.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { PasskeyEntity, type PasskeyRecord } from "./passkey.entity.ts";
import { MOST_PASSKEYS } from "./passkey.schema.ts";

const ATTEMPTS = 8;

export const passkeyIdOf = (credentialId: string) =>
  createHash("sha256").update(Buffer.from(credentialId, "base64url")).digest("hex");

/** All passkeys of a user: there are at most ten. */
export async function readPasskeys(userId: number): Promise<PasskeyRecord[]> {
  const { data } = await PasskeyEntity.query
    .byUser({ userId })
    .go({ pages: "all", consistent: true });
  return data;
}

/** @throws AppError conflict when it is registered already, or the user has ten */
export async function addPasskey(
  actor: Actor,
  draft: Omit<PasskeyRecord, "place">,
): Promise<PasskeyRecord> {
  const { accountId, userId: ownerId, passkeyId, name } = draft;
  return retryRefused(ATTEMPTS, async () => {
    const record = { ...draft, place: freeSlot(await readPasskeys(ownerId)) };
    await commit([
      {
        write: takeClaim(passkeyClaim(passkeyId), { accountId, ownerId }),
        otherwise: () => new AppError("conflict", "signIn.passkeyRegistered"),
      },
      // Refused alone, the place was taken by someone else at the same moment.
      takeClaim(slotClaim(record), { accountId, ownerId }),
      PasskeyEntity.create(record),
      recordAct(actor, { action: "passkey_added", target: name }),
    ]);
    return record;
  });
}

/** @throws AppError not_found */
export async function removePasskey(actor: Actor, passkeyId: string): Promise<void> {
  const { userId } = actor;
  const { data } = await PasskeyEntity.get({ userId, passkeyId }).go({ consistent: true });
  if (!data) throw notFound("passkey");
  await commit(
    [
      PasskeyEntity.remove({ userId, passkeyId }),
      dropClaim(passkeyClaim(passkeyId)),
      dropClaim(slotClaim(data)),
      recordAct(actor, { action: "passkey_removed", target: data.name }),
    ],
    { otherwise: () => notFound("passkey") },
  );
}

/** Costs the same two reads whether the passkey is known or not. */
export async function findPasskey(passkeyId: string): Promise<PasskeyRecord | undefined> {
  const owner = await findClaim(passkeyClaim(passkeyId));
  const { data } = await PasskeyEntity.get({ userId: owner?.ownerId ?? 0, passkeyId }).go({
    consistent: true,
  });
  return data ?? undefined;
}

/**
 * Writes a use down. WebAuthn 6.1.1: a count that did not grow comes from a copy; devices that do not count send 0.
 *
 * @returns false for a count that another use has reached already, and for a passkey that is gone
 */
export async function countUse({ userId, passkeyId }: PasskeyRecord, counter: number) {
  return writeIfExpected(
    PasskeyEntity.patch({ userId, passkeyId })
      .set({ counter, lastUsedAt: nowIso() })
      .where((row, is) => (counter === 0 ? is.eq(row.counter, 0) : is.lt(row.counter, counter))),
  );
}

export const passkeyClaim = (passkeyId: string) =>
  ({ scope: "global", kind: "passkey", value: passkeyId }) as const;

export const slotClaim = ({ accountId, userId, place }: PasskeyRecord) => ({
  scope: accountId,
  kind: "passkey-place",
  value: `${userId}:${place}`,
});

function freeSlot(passkeys: readonly PasskeyRecord[]): number {
  const place = freeSlotAmong(passkeys, MOST_PASSKEYS);
  if (place !== undefined) return place;
  throw new AppError("conflict", "signIn.mostPasskeys", { most: MOST_PASSKEYS });
}
