import { buffer } from "node:stream/consumers";
import { copyObject, deleteObject, openObject, presignUpload } from "@thaw/data/bucket";
import type { PlainKey } from "@thaw/text/catalogue";
import { config } from "../../config.ts";
import { AppError, notFound } from "../../error.ts";
import { app } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { randomToken } from "../../random.ts";
import { HEAD_BYTES, imageTypeOf, isProgram } from "./file-content.ts";
import {
  type AcceptedImage,
  ASSET_KINDS,
  IMAGE_KINDS,
  type ImageKind,
  inMegabytes,
  MAX_BYTES,
  StartAssetUpload,
  StartAttachmentUpload,
  StartImageUpload,
  StartProfileUpload,
  TakeImage,
  AcceptedImage as TakenImageSchema,
  UploadForm,
  type UploadKind,
} from "./upload.schema.ts";

/**
 * A file is posted to a key of its own among those that the bucket drops after a day. What the product takes into use is
 * looked at and copied to where nobody can post to.
 */
const uploadKey = (accountId: number, kind: UploadKind, token: string) =>
  `${app.buckets.files.oneDayPrefixes.upload}${keyOf(accountId, kind, token)}`;

export const keyOf = (accountId: number, kind: UploadKind, token: string) =>
  `acct/${accountId}/${kind}/${token}`;

export const publicUrl = (accountId: number, kind: ImageKind, token: string) =>
  `${config.siteUrl()}${publicPath(accountId, kind, token)}`;

/** The same on whichever host shows it. */
export const publicPath = (accountId: number, kind: ImageKind, token: string) =>
  `/file/${accountId}/${kind}/${token}`;

async function startUpload(
  accountId: number,
  kind: UploadKind,
  contentType: string,
): Promise<UploadForm> {
  const file_key = uploadKey(accountId, kind, randomToken());
  const max_bytes = MAX_BYTES[kind];
  const { url, fields } = await presignUpload(file_key, contentType, max_bytes);
  return { file_key, url, fields, max_bytes };
}

export const startProfileUpload = operation({
  permission: "signed_in",
  input: StartProfileUpload,
  output: UploadForm,
  run: ({ accountId }, { fileType }) => startUpload(accountId, "profile", fileType),
});

/** An image to stand in a mail of a sequence. */
export const startImageUpload = operation({
  permission: "campaigns:write",
  input: StartImageUpload,
  output: UploadForm,
  run: ({ accountId }, { fileType }) => startUpload(accountId, "image", fileType),
});

/** An image of a sender, or the logo of a white-label site. */
export const startAssetUpload = operation({
  permission: "account:write",
  input: StartAssetUpload,
  output: UploadForm,
  run: ({ accountId }, { fileType, resourceEndpoint }) =>
    startUpload(accountId, ASSET_KINDS[resourceEndpoint], fileType),
});

export const startAttachmentUpload = operation({
  permission: "campaigns:write",
  input: StartAttachmentUpload,
  output: UploadForm,
  run: ({ accountId }, { fileType }) => startUpload(accountId, "attachment", fileType),
});

/** Makes an uploaded image public under an address that nobody can guess. Repeating it gives the same. */
export const takeSequenceImage = operation({
  permission: "campaigns:write",
  input: TakeImage,
  output: TakenImageSchema,
  run: ({ accountId }, { file_key }) => takeImage(accountId, file_key, ["image"]),
});

export const takeAsset = operation({
  permission: "account:write",
  input: TakeImage,
  output: TakenImageSchema,
  run: ({ accountId }, { file_key }) => takeImage(accountId, file_key, ["sender", "logo"]),
});

async function takeImage(
  accountId: number,
  fileKey: string,
  kinds: readonly ImageKind[],
): Promise<AcceptedImage> {
  const { file, token, kind } = await takeUpload(accountId, fileKey, kinds);
  return { file_key: file.key, url: publicUrl(accountId, kind, token), bytes: file.bytes };
}

export type AcceptedFile = { key: string; bytes: number; contentType: string };

/** @throws AppError not_found, SIZE_EXCEEDED, UPLOAD_FAILED for a file that is not what it says */
export async function takeUpload<Kind extends UploadKind>(
  accountId: number,
  fileKey: string,
  kinds: readonly Kind[],
): Promise<{ file: AcceptedFile; token: string; kind: Kind }> {
  const kind = kinds.find((each) => fileKey.startsWith(uploadKey(accountId, each, "")));
  const token = fileKey.slice(fileKey.lastIndexOf("/") + 1);
  if (!kind || !isToken(token) || fileKey !== uploadKey(accountId, kind, token)) {
    throw notFound("file");
  }
  const key = keyOf(accountId, kind, token);
  const uploaded = await openHead(fileKey);
  if (!uploaded) {
    // Taken already: the answer to it was lost on the way.
    const accepted = await openHead(key);
    if (!accepted) throw notFound("file");
    return { file: { key, ...accepted }, token, kind };
  }
  requireFit(kind, uploaded);
  if (!(await copyObject(fileKey, key, uploaded.version))) {
    throw failed("upload.changedMeanwhile");
  }
  await deleteObject(fileKey);
  return { file: { key, ...uploaded }, token, kind };
}

export const isToken = (token: string) => /^[\w-]{43}$/.test(token);

async function openHead(key: string) {
  const opened = await openObject(key, HEAD_BYTES);
  if (!opened) return undefined;
  const { body, ...known } = opened;
  return { ...known, head: await buffer(body) };
}

/** The bucket has kept the limits of the form; that the content is what the form said is seen here alone. */
function requireFit(
  kind: UploadKind,
  { bytes, contentType, head }: { bytes: number; contentType: string; head: Buffer },
): void {
  if (bytes > MAX_BYTES[kind]) {
    const key = kind === "attachment" ? "upload.fileTooLarge" : "upload.imageTooLarge";
    throw AppError.at("SIZE_EXCEEDED", "file", key, { most: inMegabytes(MAX_BYTES[kind]) });
  }
  const isImage = IMAGE_KINDS.some((each) => each === kind);
  if (isImage && imageTypeOf(head) !== contentType) throw failed("fields.wrongImage");
  if (!isImage && isProgram(head)) throw failed("fields.noPrograms");
}

const failed = (key: PlainKey) => AppError.at("UPLOAD_FAILED", "file", key);
