import type { EdgeHosts } from "./edge-host-store.ts";
// CloudFront's key-value stores are of no region: their requests are signed for all of them (SigV4a).
import "@aws-sdk/signature-v4a";
import {
  CloudFrontKeyValueStoreClient,
  ConflictException,
  DeleteKeyCommand,
  DescribeKeyValueStoreCommand,
  PutKeyCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-cloudfront-keyvaluestore";

const ATTEMPTS = 6;

let client: CloudFrontKeyValueStoreClient | undefined;
const store = () => {
  client ??= new CloudFrontKeyValueStoreClient({});
  return client;
};

/** The hosts in a CloudFront key-value store, by its ARN. */
export function cloudFrontHosts(KvsARN: string): EdgeHosts {
  /** A write names the version of the whole store that it changes; another's write in between has it tried again. */
  const change = async (write: (IfMatch: string) => Promise<unknown>) => {
    for (let attempt = 1; ; attempt++) {
      const { ETag = "" } = await store().send(new DescribeKeyValueStoreCommand({ KvsARN }));
      try {
        await write(ETag);
        return;
      } catch (error) {
        if (!(error instanceof ConflictException) || attempt === ATTEMPTS) throw error;
      }
    }
  };
  return {
    put: (Key, accountId) =>
      change((IfMatch) =>
        store().send(new PutKeyCommand({ KvsARN, Key, Value: String(accountId), IfMatch })),
      ),
    async remove(Key) {
      try {
        await change((IfMatch) => store().send(new DeleteKeyCommand({ KvsARN, Key, IfMatch })));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
    },
  };
}
