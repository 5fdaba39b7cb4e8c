import type { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
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

/** Copies an object that is still at the version that was seen. Gives whether it was. */
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
