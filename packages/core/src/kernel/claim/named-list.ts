import { commit, type PendingWrite, type TransactWrite } from "@thaw/data/transact";
import type { TextKey } from "@thaw/text/catalogue";
import { AppError } from "../../error.ts";
import { retryRefused } from "../../retry-refused.ts";
import { type ClaimOwner, dropClaim, takeClaim } from "./claim.ts";
import { freeSlotAmong } from "./free-slot.ts";

const ATTEMPTS = 8;

/** A noun's texts of these: the second says how many there may be at `most`. */
type NameTaken = Extract<TextKey, `${string}.nameTaken` | `${string}NameTaken`>;
type TooMany = Extract<TextKey, `${string}.most` | "campaign.mostFolders">;
type Listed = { name: string; place?: number | undefined };
type Adding = {
  name: string;
  /** The records that have a place now. */
  read: () => Promise<readonly Listed[]>;
  write: (slot: number) => TransactWrite;
};

/**
 * Records of an account that each have a name of their own and one of a few places. The claims on both are written in the
 * transaction of the record.
 *
 * @param kind of the claims
 * @param nameTaken what is said of a name that another record has; `tooMany`: of one record more than there may be
 */
export function namedList(
  kind: string,
  { nameTaken: taken, tooMany, most }: { nameTaken: NameTaken; tooMany: TooMany; most: number },
) {
  const nameClaim = (scope: number, value: string) => ({ scope, kind: `${kind}-name`, value });
  const slotClaim = (scope: number, slot: number) => ({
    scope,
    kind: `${kind}-place`,
    value: String(slot),
  });
  const nameTaken = () => AppError.at("conflict", "name", taken);
  const takeName = (owner: ClaimOwner, name: string): TransactWrite => ({
    write: takeClaim(nameClaim(owner.accountId, name), owner),
    otherwise: nameTaken,
  });

  return {
    nameTaken,

    /**
     * Writes a record with its name and a free place. @returns the place
     * @throws AppError conflict when the name or each place is taken
     */
    add(owner: ClaimOwner, { name, read, write }: Adding): Promise<number> {
      return retryRefused(ATTEMPTS, async () => {
        const slot = freeSlotAmong(await read(), most);
        if (slot === undefined) throw new AppError("conflict", tooMany, { most });
        // Refused alone, the place was taken by someone else at the same moment: there may be another one.
        const takeSlot = takeClaim(slotClaim(owner.accountId, slot), owner);
        await commit([write(slot), takeName(owner, name), takeSlot]);
        return slot;
      });
    },

    /** For the transaction that writes the new name: claims it, and returns the one before back. */
    rename(owner: ClaimOwner, before: string, after: string): TransactWrite[] {
      if (after.toLowerCase() === before.toLowerCase()) return [];
      return [takeName(owner, after), dropClaim(nameClaim(owner.accountId, before))];
    },

    /** For the transaction that ends a record: its name and its place are free. */
    release(
      accountId: number,
      { name, place: slot }: { name: string; place: number },
    ): PendingWrite[] {
      return [dropClaim(nameClaim(accountId, name)), dropClaim(slotClaim(accountId, slot))];
    },
  };
}
