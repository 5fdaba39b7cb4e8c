import { pageOptions } from "@thaw/data/page-options";
import * as v from "valibot";
import { operation } from "../../operation.ts";
import { PageInput, pageOf } from "../../page.schema.ts";
import { shownName } from "./shown-name.ts";
import { UserEntity } from "./user.entity.ts";

/** Who works in the account, by name: owners of campaigns, writers of versions. Clients of an agency are not among them, and do not learn of them. */
export const listUserNames = operation({
  permission: "campaigns:read",
  input: v.object(PageInput),
  output: pageOf(v.object({ id: v.number(), name: v.string() })),
  async run({ accountId, scope }, { limit, cursor }) {
    if (scope.kind === "client") return { items: [], cursor: null };
    const page = await UserEntity.query
      .byAccount({ accountId })
      .where((row, op) => op.ne(row.kind, "client"))
      .go({ ...pageOptions(limit), cursor: cursor ?? null });
    const items = page.data.map((user) => ({ id: user.userId, name: shownName(user) }));
    return { items, cursor: page.cursor };
  },
});

/** The names of these users, clients of an agency included: a batch read. */
export async function findUserNames(
  accountId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return new Map();
  const { data } = await UserEntity.get(ids.map((userId) => ({ accountId, userId }))).go();
  return new Map(data.map((user) => [user.userId, shownName(user)]));
}
