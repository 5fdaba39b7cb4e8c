import { commit, TransactionRefused } from "@thaw/data/transact";
import * as v from "valibot";
import { byName } from "../../by-name.ts";
import { now, nowIso } from "../../clock.ts";
import { AppError, lostRace } from "../../error.ts";
import { dropClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { freePlaceAmong } from "../../kernel/claim/free-place.ts";
import { nextId } from "../../kernel/id-block/id-block.ts";
import { operation } from "../../operation.ts";
import { pageOf } from "../../page.schema.ts";
import { TagEntity } from "./tag.entity.ts";
import { CreateTag, MOST_TAGS, Tag, TagId, UpdateTag } from "./tag.schema.ts";
import { readTags, requireTag, requireTagRecord, type TagRecord } from "./tag-record.ts";

const ATTEMPTS = 8;
/** How long a deleted tag can be restored. */
const KEPT_SECONDS = 30 * 86_400;

export const nameClaim = (accountId: number, name: string) => ({
  scope: accountId,
  kind: "tag-name",
  value: name,
});
export const placeClaim = (accountId: number, place: number) => ({
  scope: accountId,
  kind: "tag-place",
  value: String(place),
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
    const tag = { ...made, tagId: await nextId(accountId, "tag") };
    return inFreePlace(tag, (place) => TagEntity.create({ ...tag, place }));
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
    const isOther = name.toLowerCase() !== before.name.toLowerCase();
    try {
      await commit([
        TagEntity.patch({ accountId, tagId })
          .set({ name, color })
          .where((row, op) => `${op.eq(row.name, before.name)} AND ${op.notExists(row.deletedAt)}`),
        ...(isOther
          ? [
              takeClaim(nameClaim(accountId, name), { accountId, ownerId: tagId }),
              dropClaim(nameClaim(accountId, before.name)),
            ]
          : []),
      ]);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.refused.includes(1)) throw nameTaken();
      throw changedMeanwhile();
    }
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
    try {
      await commit([
        TagEntity.patch({ accountId, tagId })
          .set({ deletedAt: nowIso(), ttl: Math.floor(now() / 1000) + KEPT_SECONDS })
          .where((row, op) => `${op.eq(row.name, tag.name)} AND ${op.notExists(row.deletedAt)}`),
        dropClaim(nameClaim(accountId, tag.name)),
        dropClaim(placeClaim(accountId, tag.place)),
      ]);
    } catch (error) {
      if (error instanceof TransactionRefused) throw changedMeanwhile();
      throw error;
    }
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
    return inFreePlace(tag, (place) =>
      TagEntity.patch({ accountId, tagId })
        .set({ place })
        .remove(["deletedAt", "ttl"])
        .where((row, op) => op.exists(row.deletedAt)),
    );
  },
});

type Placed = Pick<TagRecord, "accountId" | "tagId" | "name" | "color">;

/** Writes a tag with the claims on its name and on a place that is free. */
async function inFreePlace(
  tag: Placed,
  write: (place: number) => Parameters<typeof commit>[0][number],
): Promise<Tag> {
  const { accountId, tagId } = tag;
  const owner = { accountId, ownerId: tagId };
  for (let attempt = 1; ; attempt++) {
    const place = freePlace(await readTags(accountId));
    try {
      await commit([
        takeClaim(nameClaim(accountId, tag.name), owner),
        takeClaim(placeClaim(accountId, place), owner),
        write(place),
      ]);
      return toTag(tag);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.refused.includes(2)) throw changedMeanwhile();
      if (error.refused.includes(0)) throw nameTaken();
      // Somebody else took the place at the same moment.
      if (attempt === ATTEMPTS) throw lostRace();
    }
  }
}

function freePlace(tags: readonly TagRecord[]): number {
  const place = freePlaceAmong(tags, MOST_TAGS);
  if (place !== undefined) return place;
  throw new AppError("conflict", `An account has at most ${MOST_TAGS} tags`);
}

const toTag = ({ tagId, name, color }: Placed): Tag => ({ id: tagId, name, color });

function nameTaken(): AppError {
  const message = "There is a tag with this name";
  return new AppError("conflict", message, { name: [message] });
}

const changedMeanwhile = () =>
  new AppError("conflict", "Someone else just changed this tag. Reload and try again.");
