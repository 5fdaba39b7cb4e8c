import { eraseFound } from "@thaw/data/erase-found";
import type { PendingWrite } from "@thaw/data/transact";
import { ErasedAddressEntity } from "./erased-address.entity.ts";
import { ANYBODY } from "./erased-address.ts";
import { SuppressionEntity } from "./suppression.entity.ts";

/** Forgets whom an account and its clients must not write to: nobody does any more. */
export const eraseBlockList = (accountId: number) =>
  eraseFound(
    (page) => SuppressionEntity.query.byAccount({ accountId }).go(page),
    (row) => SuppressionEntity.delete(row),
  );

/** The hashes that stand for people who were erased, and that there are any. */
export const dropErased = (accountId: number, hashes: readonly string[]): PendingWrite[] =>
  [ANYBODY, ...hashes].map((hash) => ErasedAddressEntity.delete({ accountId, hash }));
