import { filteredPageOptions } from "@thaw/data/page-options";
import { operation } from "../../operation.ts";
import { directionOf } from "../../page.schema.ts";
import { findUserNames } from "../user/user-names.ts";
import { ActivityEntity } from "./activity-log.entity.ts";
import { ActivityPage, ListActivity } from "./activity-log.schema.ts";

const listOf = <Value>(one: Value | Value[] | undefined): Value[] =>
  one === undefined ? [] : Array.isArray(one) ? one : [one];

/** Who did what to whom and from where, newest first: a query, and a batch read of names. */
export const listActivity = operation({
  permission: "team:write",
  input: ListActivity,
  output: ActivityPage,
  async run({ accountId }, { limit, cursor, order, kind, actor_id }) {
    const page = await ActivityEntity.query
      .byAccount({ accountId })
      .where((row, op) => {
        const anyKind = listOf(kind).map((each) => op.eq(row.kind, each));
        const anyActor = listOf(actor_id).map((each) => op.eq(row.actorId, each));
        const choices = [anyKind, anyActor].filter((each) => each.length > 0);
        return choices.map((each) => `(${each.join(" OR ")})`).join(" AND ");
      })
      .go({ ...filteredPageOptions(limit), cursor: cursor ?? null, order: directionOf(order) });
    const names = await findUserNames(
      accountId,
      page.data.map(({ actorId }) => actorId),
    );
    return {
      items: page.data.map((act) => ({
        id: act.activityId,
        at: act.at,
        kind: act.kind,
        action: act.action,
        actor_id: act.actorId,
        actor_name: names.get(act.actorId) ?? "",
        target: act.target,
        detail: act.detail ?? "",
        ip: act.ip,
      })),
      cursor: page.cursor,
    };
  },
});
