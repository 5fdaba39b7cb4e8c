import { buffer } from "node:stream/consumers";
import { openObject, presignDownload, sizeOfObject } from "@thaw/data/bucket";
import { nowIso } from "../../clock.ts";
import { AppError, notFound } from "../../error.ts";
import { operation } from "../../operation.ts";
import { AttachmentEntity, type AttachmentRecord } from "./attachment.entity.ts";
import {
  Attachment,
  AttachmentKey,
  FileLink,
  inMegabytes,
  MAX_TOTAL_BYTES,
  TakeAttachment,
  totalBytes,
} from "./upload.schema.ts";
import { isToken, keyOf, takeUpload } from "./upload.ts";

/** Makes an uploaded file one that mails can carry. Repeating it gives the same. */
export const takeAttachment = operation({
  permission: "campaigns:write",
  input: TakeAttachment,
  output: Attachment,
  async run({ accountId, userId }, { file_key, file_name }) {
    const { file, token } = await takeUpload(accountId, file_key, ["attachment"]);
    const record = {
      accountId,
      token,
      name: file_name,
      type: file.contentType || "application/octet-stream",
      bytes: file.bytes,
      createdAt: nowIso(),
      createdBy: userId,
    };
    // What mails carry already stays as it is.
    const { data: known } = await AttachmentEntity.get({ accountId, token }).go({
      consistent: true,
    });
    if (!known) await AttachmentEntity.put(record).go();
    return toAttachment(known ?? record);
  },
});

/** A link that downloads an attachment for ten minutes. */
export const linkAttachment = operation({
  permission: "campaigns:read",
  input: AttachmentKey,
  output: FileLink,
  async run({ accountId }, { token }) {
    const { data } = await AttachmentEntity.get({ accountId, token }).go();
    if (!data) throw notFound("file");
    const key = keyOf(accountId, "attachment", token);
    if ((await sizeOfObject(key)) === undefined) throw cannotLoad(data.name);
    return { url: await presignDownload(key, data.name) };
  },
});

/** Attachments of one mail, with the place in the input that the mail has. */
type OfMail = { attachments: readonly Pick<Attachment, "file_key">[]; path: string };

/**
 * What is known of the attachments that mails name, in their order, a list for each mail.
 *
 * @throws AppError not_found for one that is not the account's, SIZE_EXCEEDED where those of one mail are too large together
 */
export async function findAttachments(
  accountId: number,
  mails: readonly OfMail[],
): Promise<Attachment[][]> {
  const tokens = new Set(mails.flatMap(({ attachments }) => attachments.map(tokenOf)));
  const known = await readAttachments(accountId, [...tokens]);
  return mails.map(({ attachments, path }) => {
    const found = attachments.map((attachment) => {
      const record = known.get(tokenOf(attachment));
      if (!record || keyOf(accountId, "attachment", record.token) !== attachment.file_key) {
        throw notFound("attachment");
      }
      return toAttachment(record);
    });
    if (totalBytes(found) > MAX_TOTAL_BYTES) {
      const most = inMegabytes(MAX_TOTAL_BYTES);
      throw AppError.at("SIZE_EXCEEDED", path, "upload.totalTooLarge", { most });
    }
    return found;
  });
}

async function readAttachments(accountId: number, tokens: readonly string[]) {
  if (tokens.length === 0) return new Map<string, AttachmentRecord>();
  const keys = tokens.filter(isToken).map((token) => ({ accountId, token }));
  if (keys.length === 0) return new Map<string, AttachmentRecord>();
  const { data } = await AttachmentEntity.get(keys).go({ consistent: true });
  return new Map(data.map((record) => [record.token, record]));
}

/**
 * The content of an attachment.
 *
 * @throws AppError LOADING_ERROR where it is no longer there. Trouble of the store itself is thrown as it is: it passes.
 */
export async function loadAttachment({
  file_key,
  name,
}: Pick<Attachment, "file_key" | "name">): Promise<Buffer> {
  const opened = await openObject(file_key);
  if (!opened) throw cannotLoad(name);
  return buffer(opened.body);
}

/** An attachment as a mail's part, the same for every mail. The encoder is loaded with the first. */
export async function encodedAttachment(attachment: Attachment): Promise<Buffer> {
  const content = await loadAttachment(attachment);
  const { encodeAttachment } = await import("@thaw/mail/message/mail-attachment");
  return encodeAttachment({ fileName: attachment.name, contentType: attachment.type, content });
}

const cannotLoad = (name: string) =>
  new AppError("LOADING_ERROR", "upload.attachmentUnreadable", { name });

const tokenOf = ({ file_key }: Pick<Attachment, "file_key">) =>
  file_key.slice(file_key.lastIndexOf("/") + 1);

function toAttachment({ accountId, token, name, type, bytes }: AttachmentRecord): Attachment {
  return { file_key: keyOf(accountId, "attachment", token), name, type, bytes };
}
