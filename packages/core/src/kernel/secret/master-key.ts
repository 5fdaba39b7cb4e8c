import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { config } from "../../config.ts";
import { describeContext, type KeyProvider } from "./key-provider.ts";
import { open, seal } from "./sealed-box.ts";

const KEY_BYTES = 32;

/** As the configuration says: a KMS key, or `file:` and the path of a key file. */
export function keyProvider(): KeyProvider {
  const setting = config.encryptionKey();
  return setting.startsWith("file:") ? fileKeys(setting.slice("file:".length)) : kmsKeys(setting);
}

/** The KMS client is loaded where a KMS key is set. */
function kmsKeys(keyArn: string): KeyProvider {
  const load = async () => (await import("./kms-keys.ts")).kmsKeys(keyArn);
  return {
    currentMasterId: async () => (await load()).currentMasterId(),
    newDataKey: async (context) => (await load()).newDataKey(context),
    unwrap: async (...asked) => (await load()).unwrap(...asked),
  };
}

/** What unwraps: read again only where an id is not among them. */
const knownKeys = new Map<string, ReadonlyMap<string, Buffer>>();

/** One base64 key of 32 bytes a line, oldest first: the last one wraps, all of them unwrap. */
function fileKeys(path: string): KeyProvider {
  const load = async () => {
    const lines = (await readFile(path, "utf8")).split("\n").filter((line) => line.trim() !== "");
    const keys = new Map(lines.map((line) => readKey(line.trim())));
    const newest = [...keys].at(-1);
    if (!newest) throw new Error("The key file holds no key");
    knownKeys.set(path, keys);
    return { keys, newest };
  };
  return {
    currentMasterId: async () => (await load()).newest[0],
    async newDataKey(context) {
      const [masterId, master] = (await load()).newest;
      const plain = randomBytes(KEY_BYTES);
      return { plain, wrapped: seal(master, plain, describeContext(context)), masterId };
    },
    async unwrap({ wrapped, masterId }, context) {
      const known = knownKeys.get(path)?.get(masterId);
      const master = known ?? (await load()).keys.get(masterId);
      if (!master) throw new Error(`There is no master key ${masterId} in the key file`);
      return open(master, wrapped, describeContext(context));
    },
  };
}

function readKey(line: string): [id: string, key: Buffer] {
  const key = Buffer.from(line, "base64");
  if (key.length !== KEY_BYTES) throw new Error("A line of the key file is not a key of 32 bytes");
  const id = createHash("sha256").update("key id").update(key).digest("hex").slice(0, 12);
  return [id, key];
}
