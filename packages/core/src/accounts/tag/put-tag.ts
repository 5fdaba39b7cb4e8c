import { writeIfExpected } from "@thaw/data/condition";
import { commit, type PendingWrite, TransactionRefused } from "@thaw/data/transact";
import { AppError } from "../../error.ts";
import { MOST_TAGS_EACH } from "./tag.schema.ts";
import { readTags, requireTag, requireTagInUse } from "./tag-record.ts";

/** Something that carries tags. Each write is refused when it is gone, `add` also when it is full. */
export type Tagged = {
  accountId: number;
  /** The ids on it, some of which may be of deleted tags. @throws AppError not_found */
  read: () => Promise<readonly number[]>;
  add: (tagId: number) => PendingWrite;
  take: (tagIds: number[]) => { go: () => Promise<unknown> };
};

/**
 * Puts a tag on something; returns whether it was not there before.
 *
 * @throws AppError not_found for the tag or what shall carry it, conflict when that has 20 already
 */
export async function putTag(tagId: number, on: Tagged): Promise<boolean> {
  const { accountId } = on;
  await requireTag(accountId, tagId);
  const before = await on.read();
  if (before.includes(tagId)) return false;
  const write = () => commit([requireTagInUse(accountId, tagId), on.add(tagId)]);
  try {
    await write();
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (!(await takeDeleted(on))) throw await full(tagId, on);
    await write().catch(async (again: unknown) => {
      throw again instanceof TransactionRefused ? await full(tagId, on) : again;
    });
  }
  return true;
}

/** Takes a tag off; returns whether it was there. */
export async function takeTag(tagId: number, from: Tagged): Promise<boolean> {
  const before = await from.read();
  if (!before.includes(tagId)) return false;
  return writeIfExpected(from.take([tagId]));
}

/** Removes ids of deleted tags, which nobody sees, when their room is needed. */
async function takeDeleted(from: Tagged): Promise<boolean> {
  const [ids, tags] = await Promise.all([from.read(), readTags(from.accountId)]);
  const live = new Set(tags.map(({ tagId }) => tagId));
  const dead = ids.filter((id) => !live.has(id));
  return dead.length > 0 && writeIfExpected(from.take(dead));
}

async function full(tagId: number, { accountId, read }: Tagged): Promise<AppError> {
  await requireTag(accountId, tagId);
  await read();
  return new AppError("conflict", "tag.mostEach", { most: MOST_TAGS_EACH });
}
