import { client, table } from "@thaw/data/table";
import { Entity, type EntityItem } from "electrodb";
import { erasedWithAccount } from "../erasure/declare.ts";

/** A file that emails can carry. It never changes. */
export const AttachmentEntity = new Entity(
  {
    model: { service: "thaw", entity: "attachment", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      /** The last part of its object's key. */
      token: { type: "string", required: true },
      name: { type: "string", required: true },
      type: { type: "string", required: true },
      bytes: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      createdBy: { type: "number", required: true },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["token"] },
      },
    },
  },
  { client, table },
);

export type AttachmentRecord = EntityItem<typeof AttachmentEntity>;

export const attachmentErasure = erasedWithAccount(["templates"], AttachmentEntity);
