import { batchGet } from "@thaw/data/batch-get";
import { writeIfExpected } from "@thaw/data/condition";
import { recordsOf } from "@thaw/data/records";
import type { EntityItem } from "electrodb";
import { ClaimEntity } from "./claim.entity.ts";

/** `scope`: an account id, or "global". Values are compared without regard to case. */
export type ClaimKey = { scope: number | "global"; kind: string; value: string };
export type ClaimOwner = { accountId: number; ownerId: number };

const key = (claim: ClaimKey) => ({
  scope: String(claim.scope),
  kind: claim.kind,
  value: claim.value.toLowerCase(),
});

const claims = recordsOf<EntityItem<typeof ClaimEntity>, ReturnType<typeof key>>(ClaimEntity);

/** For a transaction: takes the value, or refuses the whole when someone has it. */
export function takeClaim(claim: ClaimKey, owner: ClaimOwner) {
  return claims.create({ ...key(claim), ...owner });
}

/** For a transaction: passes the value on, or refuses the whole when it is not `from`'s any more. */
export function passClaim(claim: ClaimKey, from: ClaimOwner, to: ClaimOwner) {
  return ClaimEntity.patch(key(claim))
    .set(to)
    .where(
      (row, op) =>
        `${op.eq(row.accountId, from.accountId)} AND ${op.eq(row.ownerId, from.ownerId)}`,
    );
}

/** For a transaction: gives the value back. */
export function dropClaim(claim: ClaimKey) {
  return ClaimEntity.delete(key(claim));
}

/** Gives a value back that may be someone else's by now: then it stays theirs. */
export async function releaseClaim(claim: ClaimKey, accountId: number): Promise<void> {
  await writeIfExpected(
    ClaimEntity.delete(key(claim)).where((row, op) => op.eq(row.accountId, accountId)),
  );
}

export async function findClaim(claim: ClaimKey): Promise<ClaimOwner | undefined> {
  const { data } = await ClaimEntity.get(key(claim)).go({ consistent: true });
  return data ?? undefined;
}

/** Who holds which of many values, in the order asked. A request for 100 values. */
export function findClaims(wanted: readonly ClaimKey[]): Promise<(ClaimOwner | undefined)[]> {
  return batchGet(
    wanted.map((claim) => claims.read(key(claim))),
    { consistent: true },
  );
}
