import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { requireEnvironment } from "./config.ts";

let client: S3Client | undefined;
const s3 = () => {
  client ??= new S3Client({ forcePathStyle: true });
  return client;
};
const bucket = () => requireEnvironment("BUCKET_FILES");

export async function putObject(
  key: string,
  body: Buffer | string,
  contentType: string,
): Promise<void> {
  await s3().send(
    new PutObjectCommand({ Bucket: bucket(), Key: key, Body: body, ContentType: contentType }),
  );
}

/** Streams a body of unknown length into an object. */
export async function uploadStream(
  key: string,
  body: Readable,
  contentType: string,
): Promise<void> {
  await new Upload({
    client: s3(),
    params: { Bucket: bucket(), Key: key, Body: body, ContentType: contentType },
  }).done();
}

/** A part of an object as S3 knows it. */
export type UploadedPart = { number: number; tag: string; checksum: string };

/** Parts are checked on their way, and the object as a whole by what is kept of them. */
const CHECKSUM = "CRC32";

/** Begins an object that is put together of parts, also by several processes; gives what the parts are to name. */
export async function beginUpload(key: string, contentType: string): Promise<string> {
  const { UploadId } = await s3().send(
    new CreateMultipartUploadCommand({
      Bucket: bucket(),
      Key: key,
      ContentType: contentType,
      ChecksumAlgorithm: CHECKSUM,
    }),
  );
  if (!UploadId) throw new Error(`Upload of ${key} has no id`);
  return UploadId;
}

/**
 * Uploads a part: of at least 5 MiB but for the last one. A second one of the same number takes the place of the first.
 *
 * @param number from 1 to 10,000, in the order of the object; gaps are fine
 */
export async function uploadPart(
  { key, uploadId, number }: { key: string; uploadId: string; number: number },
  body: Buffer,
): Promise<UploadedPart> {
  const { ETag, ChecksumCRC32 } = await s3().send(
    new UploadPartCommand({
      Bucket: bucket(),
      Key: key,
      UploadId: uploadId,
      PartNumber: number,
      Body: body,
      ChecksumAlgorithm: CHECKSUM,
    }),
  );
  return { number, tag: ETag ?? "", checksum: ChecksumCRC32 ?? "" };
}

/** Makes the object of these parts; others that were uploaded are forgotten. */
export async function finishUpload(
  key: string,
  uploadId: string,
  parts: readonly UploadedPart[],
): Promise<void> {
  await s3().send(
    new CompleteMultipartUploadCommand({
      Bucket: bucket(),
      Key: key,
      UploadId: uploadId,
      MultipartUpload: {
        Parts: parts.map(({ number, tag, checksum }) => ({
          PartNumber: number,
          ETag: tag,
          ChecksumCRC32: checksum,
        })),
      },
    }),
  );
}

/** Forgets the parts of an object that is not finished. Also right when there are none. */
export async function dropUpload(key: string, uploadId: string): Promise<void> {
  try {
    await s3().send(
      new AbortMultipartUploadCommand({ Bucket: bucket(), Key: key, UploadId: uploadId }),
    );
  } catch (error) {
    if (!isNamed(error, "NoSuchUpload")) throw error;
  }
}

/** Reads an object from a byte offset on, as a Node stream. */
export async function readObject(key: string, offsetBytes = 0): Promise<Readable> {
  const { Body } = await s3().send(
    new GetObjectCommand({
      Bucket: bucket(),
      Key: key,
      ...(offsetBytes > 0 ? { Range: `bytes=${offsetBytes}-` } : {}),
    }),
  );
  if (!Body) throw new Error(`Object ${key} has no body`);
  return Body as Readable;
}

export type OpenObject = {
  body: Readable;
  /** Of the whole object, whatever part of it was asked for. */
  bytes: number;
  contentType: string;
  /** Changes with the content. */
  version: string;
};

/** An object with what is known of it, or its first bytes; undefined when there is none. The body must be read or destroyed. */
export async function openObject(
  key: string,
  firstBytes?: number,
): Promise<OpenObject | undefined> {
  try {
    const { Body, ContentLength, ContentRange, ContentType, ETag } = await s3().send(
      new GetObjectCommand({
        Bucket: bucket(),
        Key: key,
        ...(firstBytes ? { Range: `bytes=0-${firstBytes - 1}` } : {}),
      }),
    );
    return {
      body: Body as Readable,
      bytes: Number(ContentRange?.split("/")[1] ?? ContentLength),
      contentType: ContentType ?? "",
      version: ETag ?? "",
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Copies an object that is still at the version that was seen. Returns whether it was. */
export async function copyObject(from: string, to: string, version: string): Promise<boolean> {
  try {
    await s3().send(
      new CopyObjectCommand({
        Bucket: bucket(),
        Key: to,
        CopySource: `${bucket()}/${from}`,
        CopySourceIfMatch: version,
      }),
    );
    return true;
  } catch (error) {
    if (isMissing(error) || isNamed(error, "PreconditionFailed")) return false;
    throw error;
  }
}

/** Also right when there is none. */
export async function deleteObject(key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: bucket(), Key: key }));
}

/** The keys of up to `most` objects whose keys begin so. */
export async function listObjects(prefix: string, most: number): Promise<string[]> {
  const { Contents = [] } = await s3().send(
    new ListObjectsV2Command({ Bucket: bucket(), Prefix: prefix, MaxKeys: most }),
  );
  return Contents.flatMap(({ Key }) => Key ?? []);
}

const isNamed = (error: unknown, ...names: string[]) =>
  error instanceof Error && names.includes(error.name);
const isMissing = (error: unknown) => isNamed(error, "NoSuchKey", "NotFound");

export async function sizeOfObject(key: string): Promise<number | undefined> {
  try {
    const { ContentLength } = await s3().send(
      new HeadObjectCommand({ Bucket: bucket(), Key: key }),
    );
    return ContentLength;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A form post that a browser may make within ten minutes, for at most `maxBytes`. */
export async function presignUpload(key: string, contentType: string, maxBytes: number) {
  return createPresignedPost(s3(), {
    Bucket: bucket(),
    Key: key,
    Expires: 600,
    Fields: { "Content-Type": contentType },
    Conditions: [
      ["content-length-range", 1, maxBytes],
      ["eq", "$Content-Type", contentType],
    ],
  });
}

/** A link that downloads the object under the given file name for ten minutes. */
export async function presignDownload(key: string, fileName: string): Promise<string> {
  return getSignedUrl(
    s3(),
    new GetObjectCommand({
      Bucket: bucket(),
      Key: key,
      ResponseContentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    }),
    { expiresIn: 600 },
  );
}
