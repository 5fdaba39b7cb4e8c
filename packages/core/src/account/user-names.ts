import * as v from "valibot";
import { operation } from "../operation.ts";
import { PageInput, pageOf } from "../page.schema.ts";
import { UserEntity } from "./user.entity.ts";

/** Who works in the account, by name: owners of campaigns, writers of versions. Clients of an agency are not among them. */
export const listUserNames = operation({
  permission: "campaigns:read",
  input: v.object(PageInput),
  output: pageOf(v.object({ id: v.number(), name: v.string() })),
  async run({ accountId }, { limit, cursor }) {
    const page = await UserEntity.query
      .byAccount({ accountId })
      .where((row, op) => op.ne(row.kind, "client"))
      .go({ count: limit, cursor: cursor ?? null });
    const items = page.data.map(({ userId, name }) => ({ id: userId, name }));
    return { items, cursor: page.cursor };
  },
});
