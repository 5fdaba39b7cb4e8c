import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { newRing } from "@thaw/core/kernel/signing-key/key-ring";
import * as v from "valibot";
import { unusableFolder } from "./folder-faults.ts";

const Running = v.object({ pid: v.number(), url: v.string() });
/** A folder from before there were rings of keys has `tokenSecret` in their place until they are rotated. */
const Secrets = v.object({
  s3SecretKey: v.string(),
  sessionKeys: v.optional(v.string()),
  linkKeys: v.optional(v.string()),
  tokenSecret: v.optional(v.string()),
});
type Secrets = v.InferOutput<typeof Secrets>;

export type DataFolder = {
  readonly path: string;
  readonly secrets: Secrets;
  /** Path of a file with 32 random bytes in base64. */
  readonly encryptionKeyFile: string;
  /** Notes where the product is reached, for whoever starts it a second time. */
  publishAddress: (url: string) => void;
  release: () => void;
};

/**
 * Takes the folder that holds everything the product knows, for this process alone, and makes it on first use.
 * Anyone who has a copy of the folder can read the mailboxes' passwords: keep it private.
 *
 * @throws with what to do when another process uses it, or when it cannot be written
 */
export function openDataFolder(path: string): DataFolder {
  const running = join(path, "running.json");
  let release: (() => void) | undefined;
  try {
    mkdirSync(path, { recursive: true });
    // Also one that someone made before: the database and the mails in it are as open as the folder.
    chmodSync(path, 0o700);
    release = lock(join(path, "lock.sqlite"));
    // Of a product that was killed.
    rmSync(running, { force: true });
    const encryptionKeyFile = join(path, "encryption.key");
    if (!existsSync(encryptionKeyFile)) {
      writePrivate(encryptionKeyFile, randomBytes(32).toString("base64"));
    }
    if (!existsSync(secretsFileOf(path))) {
      writeSecrets(path, {
        s3SecretKey: randomBytes(32).toString("base64url"),
        sessionKeys: newRing("session"),
        linkKeys: newRing("link"),
      });
    }
    return {
      path,
      secrets: readSecrets(path),
      encryptionKeyFile,
      publishAddress: (url) => writePrivate(running, JSON.stringify({ pid: process.pid, url })),
      release() {
        rmSync(running, { force: true });
        release?.();
      },
    };
  } catch (error) {
    release?.();
    throw unusableFolder(path, error, release ? "" : whoRuns(running));
  }
}

const secretsFileOf = (path: string) => join(path, "secrets.json");

/** @throws where there is no such file, or another one */
export const readSecrets = (path: string): Secrets =>
  v.parse(Secrets, JSON.parse(readFileSync(secretsFileOf(path), "utf8")));

export const writeSecrets = (path: string, secrets: Secrets): void =>
  writePrivate(secretsFileOf(path), JSON.stringify(secrets));

/** Whole or not at all: a file that a kill cut short would lock everyone out. */
export function writePrivate(file: string, content: string): void {
  writeFileSync(`${file}.new`, content, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** SQLite's lock goes away with the process, however it ends, unlike a file with a process id in it. */
function lock(file: string): () => void {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    throw error;
  }
  return () => database.close();
}

/** Where the product that has the folder is reached; empty where it has not come so far. */
function whoRuns(file: string): string {
  try {
    const { pid, url } = v.parse(Running, JSON.parse(readFileSync(file, "utf8")));
    return ` at ${url} (process ${pid})`;
  } catch {
    return "";
  }
}
