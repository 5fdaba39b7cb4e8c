import { eraseFound } from "@thaw/data/erase-found";
import { AttachmentEntity } from "./attachment.entity.ts";

/** Forgets an account's attachments; their files go with its other files. */
export const eraseAttachments = (accountId: number) =>
  eraseFound(
    (page) => AttachmentEntity.query.byAccount({ accountId }).go(page),
    (row) => AttachmentEntity.delete(row),
  );
