import { pageOptions } from "@thaw/data/page-options";
import { onlyIf } from "@thaw/data/transact";
import type { EntityItem } from "electrodb";
import { notFound } from "../../error.ts";
import { TagEntity } from "./tag.entity.ts";
import { MOST_TAGS } from "./tag.schema.ts";

export type TagRecord = EntityItem<typeof TagEntity>;

/** The account's tags in the order in which they were made, without deleted ones. */
export async function readTags(accountId: number): Promise<TagRecord[]> {
  const { data } = await TagEntity.query
    .byAccount({ accountId })
    .where((row, op) => op.notExists(row.deletedAt))
    .go({ ...pageOptions(MOST_TAGS), consistent: true });
  return data;
}

/** Also one that is deleted and can still be restored. @throws AppError not_found */
export async function requireTagRecord(accountId: number, tagId: number): Promise<TagRecord> {
  const { data } = await TagEntity.get({ accountId, tagId }).go({ consistent: true });
  if (!data) throw notFound("tag");
  return data;
}

/** @throws AppError not_found */
export async function requireTag(accountId: number, tagId: number): Promise<TagRecord> {
  const record = await requireTagRecord(accountId, tagId);
  if (record.deletedAt !== undefined) throw notFound("tag");
  return record;
}

/** For a transaction: refused when the tag is gone. */
export function requireTagInUse(accountId: number, tagId: number) {
  return onlyIf(
    TagEntity.delete({ accountId, tagId }).where(
      (row, op) => `${op.exists(row.name)} AND ${op.notExists(row.deletedAt)}`,
    ),
  );
}
