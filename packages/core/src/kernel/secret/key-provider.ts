/** What a secret belongs to: it can be opened for nothing else. */
export type SecretContext = { accountId: number; mailboxId: number; field: string };

/** A key that seals one secret, and the same key wrapped by the master key `masterId`. */
export type DataKey = { plain: Buffer; wrapped: Buffer; masterId: string };

/** Where data keys come from: the master key never leaves it. */
export type KeyProvider = {
  /** The master key that wraps new data keys. */
  currentMasterId: () => Promise<string>;
  newDataKey: (context: SecretContext) => Promise<DataKey>;
  /** @throws when the master key is not there, or the wrapped key was changed or belongs elsewhere */
  unwrap: (wrapped: Buffer, masterId: string, context: SecretContext) => Promise<Buffer>;
};
