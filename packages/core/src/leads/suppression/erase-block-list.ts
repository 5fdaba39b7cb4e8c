import { eraseFound } from "@thaw/data/erase-found";
import { ErasedAddressEntity } from "./erased-address.entity.ts";
import { SuppressionEntity } from "./suppression.entity.ts";

/** Forgets whom an account and its clients must not write to, by address and by hash: nobody does any more. */
export async function* eraseBlockList(accountId: number): AsyncGenerator<number> {
  yield* eraseFound(
    (page) => SuppressionEntity.query.byAccount({ accountId }).go(page),
    (row) => SuppressionEntity.delete(row),
  );
  yield* eraseFound(
    (page) => ErasedAddressEntity.query.byAccount({ accountId }).go(page),
    (row) => ErasedAddressEntity.delete(row),
  );
}
