/** What a secret belongs to: it can be opened for nothing else. */
export type SecretContext = { accountId: number; mailboxId: number; field: string };

/** What a data key is for: all secrets of an account or, of secrets from before accounts had keys, one of them. */
export type KeyContext = { accountId: number } | SecretContext;

/** A key wrapped by the master key `masterId`. */
export type WrappedKey = { wrapped: Buffer; masterId: string };

/** A key that seals secrets, and the same key wrapped. */
export type DataKey = WrappedKey & { plain: Buffer };

/** Where data keys come from: the master key never leaves it. */
export type KeyProvider = {
  /** The master key that wraps new data keys. */
  currentMasterId: () => Promise<string>;
  newDataKey: (context: KeyContext) => Promise<DataKey>;
  /** @throws when the master key is not there, or the wrapped key was changed or belongs elsewhere */
  unwrap: (key: WrappedKey, context: KeyContext) => Promise<Buffer>;
};

/** The place in words: bound to every ciphertext, so that none can be moved to another row or field. */
export const describeContext = (context: KeyContext) =>
  "field" in context
    ? `${context.accountId}|${context.mailboxId}|${context.field}`
    : `account ${context.accountId}`;
