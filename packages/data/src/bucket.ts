import type { Readable } from "node:stream";
import type * as objectStore from "./object-store.ts";

type ObjectStore = typeof objectStore;

export type { UploadedPart } from "./object-store.ts";

/** The S3 client is a large part of a cold start, and most requests read no object. */
const load = (): Promise<ObjectStore> => import("./object-store.ts");

export async function putObject(...args: Parameters<ObjectStore["putObject"]>): Promise<void> {
  await (await load()).putObject(...args);
}

/** Streams a body of unknown length into an object. */
export async function uploadStream(
  ...args: Parameters<ObjectStore["uploadStream"]>
): Promise<void> {
  await (await load()).uploadStream(...args);
}

/** Begins an object that is put together of parts; gives what the parts are to name. */
export async function beginUpload(key: string, contentType: string): Promise<string> {
  return (await load()).beginUpload(key, contentType);
}

/** A part of at least 5 MiB, but for the last one. */
export async function uploadPart(...args: Parameters<ObjectStore["uploadPart"]>) {
  return (await load()).uploadPart(...args);
}

/** Makes the object of these parts; others that were uploaded are forgotten. */
export async function finishUpload(
  ...args: Parameters<ObjectStore["finishUpload"]>
): Promise<void> {
  await (await load()).finishUpload(...args);
}

/** Also right when there is none. */
export async function dropUpload(key: string, uploadId: string): Promise<void> {
  await (await load()).dropUpload(key, uploadId);
}

/** Reads an object from a byte offset on, as a Node stream. */
export async function readObject(key: string, offsetBytes = 0): Promise<Readable> {
  return (await load()).readObject(key, offsetBytes);
}

/** An object with what is known of it, or its first bytes; undefined when there is none. The body must be read or destroyed. */
export async function openObject(...args: Parameters<ObjectStore["openObject"]>) {
  return (await load()).openObject(...args);
}

/** Copies an object that is still at the version that was seen. Returns whether it was. */
export async function copyObject(...args: Parameters<ObjectStore["copyObject"]>): Promise<boolean> {
  return (await load()).copyObject(...args);
}

/** Also right when there is none. */
export async function deleteObject(key: string): Promise<void> {
  await (await load()).deleteObject(key);
}

/** The keys of up to `most` objects whose keys begin so. */
export async function listObjects(prefix: string, most: number): Promise<string[]> {
  return (await load()).listObjects(prefix, most);
}

export async function sizeOfObject(key: string): Promise<number | undefined> {
  return (await load()).sizeOfObject(key);
}

/** A form post that a browser may make within ten minutes, for at most `maxBytes`. */
export async function presignUpload(key: string, contentType: string, maxBytes: number) {
  return (await load()).presignUpload(key, contentType, maxBytes);
}

/** A link that downloads the object under the given file name for ten minutes. */
export async function presignDownload(key: string, fileName: string): Promise<string> {
  return (await load()).presignDownload(key, fileName);
}
