import { buffer } from "node:stream/consumers";
import {
  beginUpload,
  deleteObject,
  dropUpload,
  finishUpload,
  listObjects,
  putObject,
  readObject,
  sizeOfObject,
  uploadPart,
} from "@thaw/data/bucket";
import { AppError } from "../../error.ts";
import { app } from "../../manifest.ts";
import { randomToken } from "../../random.ts";
import { changeMine } from "./export-lease.ts";
import type { ExportPosition } from "./export-record.ts";
import { type ExportRecord, shownOf } from "./export-record.ts";

const CSV_TYPE = "text/csv; charset=utf-8";
/** Of a file with its rests; there is one for each time that a worker handed over. */
const MOST_OBJECTS = 1_000;
/** 24 GB; what is known of each part has to fit into the record. */
const MOST_PARTS = 3_000;

/** Among the objects that the bucket drops after a day. */
export const exportFileKey = (accountId: number) =>
  `${app.buckets.files.oneDayPrefixes.export}acct/${accountId}/${randomToken()}`;

/** Text that is not in a part yet. */
export async function readRest({ restKey }: ExportRecord): Promise<Buffer> {
  return restKey === "" ? Buffer.alloc(0) : buffer(await readObject(restKey));
}

/** Stores text up to a position as a part, of at least 5 MiB unless the file ends there. @throws LostExport */
export async function keepPart(
  record: ExportRecord,
  worker: string,
  text: Buffer,
  position: ExportPosition,
): Promise<void> {
  const { fileKey: key, parts, partNumber: number } = record;
  if (parts.length >= MOST_PARTS) {
    throw new AppError("too_large", "leadFile.exportTooLarge");
  }
  const uploadId = record.uploadId ?? (await beginUpload(key, CSV_TYPE));
  const part = await uploadPart({ key, uploadId, number }, text);
  await changeMine(record, worker, {
    uploadId,
    place: position,
    parts: [...parts, part],
    partNumber: number + 1,
    restKey: "",
    bytes: record.bytes + text.length,
    ...shownOf(record, position),
  });
}

/** Stores text up to a position that is too short for a part, for the worker that continues. @throws LostExport */
export async function keepRest(
  record: ExportRecord,
  worker: string,
  text: Buffer,
  position: ExportPosition,
): Promise<void> {
  const restKey = text.length > 0 ? `${record.fileKey}-${worker}` : "";
  if (restKey !== "") await putObject(restKey, text, CSV_TYPE);
  await changeMine(record, worker, { place: position, restKey, ...shownOf(record, position) });
}

/** Makes the file of what was kept and the last of the text. Returns its bytes. Safe to run twice. @throws LostExport */
export async function finishFile(
  record: ExportRecord,
  worker: string,
  text: Buffer,
  position: ExportPosition,
): Promise<number> {
  const { fileKey, uploadId } = record;
  if (uploadId === undefined) {
    await putObject(fileKey, text, CSV_TYPE);
    return text.length;
  }
  if (text.length > 0) await keepPart(record, worker, text, position);
  const isFinished = (await sizeOfObject(fileKey)) !== undefined;
  if (!isFinished) await finishUpload(fileKey, uploadId, record.parts);
  return record.bytes;
}

/** Deletes an export's file, or what there is of one. Returns whether there was any. Safe to run twice. */
export async function dropFile({
  fileKey,
  uploadId,
}: {
  fileKey: string;
  uploadId?: string | undefined;
}): Promise<boolean> {
  if (uploadId !== undefined) await dropUpload(fileKey, uploadId);
  const keys = await listObjects(fileKey, MOST_OBJECTS);
  for (const key of keys) await deleteObject(key);
  return keys.length > 0;
}
