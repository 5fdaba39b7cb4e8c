import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import type { KeyContext, KeyProvider } from "./key-provider.ts";

let client: KMSClient | undefined;
const kms = () => {
  client ??= new KMSClient({});
  return client;
};

/** Data keys from a KMS key, bound there to what they are for (encryption context). */
export function kmsKeys(keyArn: string): KeyProvider {
  // KMS rotates the key's material behind one name and finds the right one by itself.
  const masterId = "kms";
  // The names are those that the rights of functions demand: stacks/access.ts.
  const encryptionContext = (context: KeyContext) => ({
    account: String(context.accountId),
    ...("field" in context ? { mailbox: String(context.mailboxId), field: context.field } : {}),
  });
  const given = (bytes: Uint8Array | undefined) => {
    if (!bytes) throw new Error("KMS gave no key back");
    return Buffer.from(bytes);
  };
  return {
    currentMasterId: () => Promise.resolve(masterId),
    async newDataKey(context) {
      const { Plaintext, CiphertextBlob } = await kms().send(
        new GenerateDataKeyCommand({
          KeyId: keyArn,
          KeySpec: "AES_256",
          EncryptionContext: encryptionContext(context),
        }),
      );
      return { plain: given(Plaintext), wrapped: given(CiphertextBlob), masterId };
    },
    async unwrap({ wrapped, masterId: id }, context) {
      if (id !== masterId) throw new Error(`There is no master key ${id} in KMS`);
      const { Plaintext } = await kms().send(
        new DecryptCommand({
          KeyId: keyArn,
          CiphertextBlob: wrapped,
          EncryptionContext: encryptionContext(context),
        }),
      );
      return given(Plaintext);
    },
  };
}
