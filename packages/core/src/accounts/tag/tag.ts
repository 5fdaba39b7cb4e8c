import { commit, type TransactWrite } from "@thaw/data/transact";
import * as v from "valibot";
import { byName } from "../../by-name.ts";
import { now, nowIso } from "../../clock.ts";
import { changedMeanwhile } from "../../error.ts";
import { namedList } from "../../kernel/claim/named-list.ts";
import { operation } from "../../operation.ts";
import { pageOf } from "../../page.schema.ts";
import { TagEntity, tagIds } from "./tag.entity.ts";
import { CreateTag, MOST_TAGS, Tag, TagId, UpdateTag } from "./tag.schema.ts";
import { readTags, requireTag, requireTagRecord, type TagRecord } from "./tag-record.ts";

/** How long a deleted tag can be restored. */
const KEPT_SECONDS = 30 * 86_400;

export const tagList = namedList("tag", {
  nameTaken: "tag.nameTaken",
  tooMany: "tag.most",
  most: MOST_TAGS,
});

/** All tags of the account, by name: there are at most 100. They are the agency's own words, and so none of its clients'. */
export const listTags = operation({
  permission: "campaigns:read",
  input: v.object({}),
  output: pageOf(Tag),
  async run({ accountId, scope }) {
    const items = scope.kind === "client" ? [] : (await readTags(accountId)).map(toTag);
    items.sort(byName);
    return { items, cursor: null, total: items.length };
  },
});

export const createTag = operation({
  permission: "labels:add",
  input: CreateTag,
  output: Tag,
  async run({ accountId, userId }, { name, color }) {
    const made = { accountId, name, color, createdAt: nowIso(), createdBy: userId };
    const tag = { ...made, tagId: await tagIds.next(accountId) };
    return add(tag, (place) => TagEntity.create({ ...tag, place }));
  },
});

/** The new name is claimed in the transaction that gives the old one back. */
export const updateTag = operation({
  permission: "labels:write",
  input: UpdateTag,
  output: Tag,
  async run({ accountId }, { tag_id: tagId, name: newName, color: newColor }) {
    const before = await requireTag(accountId, tagId);
    const { name, color } = { name: newName ?? before.name, color: newColor ?? before.color };
    const write = TagEntity.patch({ accountId, tagId })
      .set({ name, color })
      .where((row, op) => `${op.eq(row.name, before.name)} AND ${op.notExists(row.deletedAt)}`);
    await commit([write, ...tagList.rename({ accountId, ownerId: tagId }, before.name, name)], {
      otherwise: changed,
    });
    return toTag({ ...before, name, color });
  },
});

/** From here on nothing shows the tag; its name is free at once. What carries it keeps its id, so that it can come back. */
export const deleteTag = operation({
  permission: "labels:write",
  input: TagId,
  output: Tag,
  async run({ accountId }, { tag_id: tagId }) {
    const tag = await requireTag(accountId, tagId);
    const write = TagEntity.patch({ accountId, tagId })
      .set({ deletedAt: nowIso(), ttl: Math.floor(now() / 1000) + KEPT_SECONDS })
      .where((row, op) => `${op.eq(row.name, tag.name)} AND ${op.notExists(row.deletedAt)}`);
    await commit([write, ...tagList.release(accountId, tag)], { otherwise: changed });
    return toTag(tag);
  },
});

/** Takes a deletion back: whatever carried the tag shows it again. Refused once another tag has its name. */
export const restoreTag = operation({
  permission: "labels:write",
  input: TagId,
  output: Tag,
  async run({ accountId }, { tag_id: tagId }) {
    const tag = await requireTagRecord(accountId, tagId);
    if (tag.deletedAt === undefined) return toTag(tag);
    return add(tag, (place) => ({
      write: TagEntity.patch({ accountId, tagId })
        .set({ place })
        .remove(["deletedAt", "ttl"])
        .where((row, op) => op.exists(row.deletedAt)),
      otherwise: changed,
    }));
  },
});

type Placed = Pick<TagRecord, "accountId" | "tagId" | "name" | "color">;

async function add(tag: Placed, write: (place: number) => TransactWrite): Promise<Tag> {
  const { accountId, tagId: ownerId, name } = tag;
  await tagList.add({ accountId, ownerId }, { name, read: () => readTags(accountId), write });
  return toTag(tag);
}

const toTag = ({ tagId, name, color }: Placed): Tag => ({ id: tagId, name, color });

const changed = () => changedMeanwhile("tag");
