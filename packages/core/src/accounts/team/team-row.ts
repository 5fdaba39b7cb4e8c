import { pageOptions } from "@thaw/data/page-options";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { operation } from "../../operation.ts";
import { findUser, usersOf } from "../user/user-record.ts";
import { Member, MemberId } from "./team.schema.ts";
import { toMember } from "./team.ts";
import { FindMembers, type MemberFilter } from "./team-row.schema.ts";

/** Of an account with more, the newest are not found by these lists; nobody has a team of that size. */
const MOST_USERS = 5_000;

/** Anyone who manages the team sees all of it, everyone else themselves. */
const sees = ({ permissions, userId }: Actor, memberId: number): boolean =>
  permissions.has("team:write") || userId === memberId;

/** Members by offset and filter, by id. Those whom the caller does not see are not there; the owner and clients are none. */
export const findMembers = operation({
  permission: "signed_in",
  input: FindMembers,
  output: v.array(Member),
  async run(actor, { offset, limit, order, where }) {
    // Ids in keys are not in the order of numbers: a page of the table is none of the list.
    const { data } = await usersOf(actor.accountId)
      .where((row, op) => op.eq(row.kind, "member"))
      .go({ ...pageOptions(MOST_USERS) });
    const direction = order === "desc" ? -1 : 1;
    return data
      .filter(({ userId }) => sees(actor, userId))
      .map(toMember)
      .filter((member) => matches(member, where))
      .sort((one, other) => direction * (one.id - other.id))
      .slice(offset, limit === undefined ? undefined : offset + limit);
  },
});

/** A member of the account; null for anyone whom the caller does not see. */
export const findMember = operation({
  permission: "signed_in",
  input: MemberId,
  output: v.nullable(Member),
  async run(actor, { member_id: userId }) {
    if (!sees(actor, userId)) return null;
    const user = await findUser({ accountId: actor.accountId, userId });
    return user?.kind === "member" ? toMember(user) : null;
  },
});

type Test = { _eq?: unknown; _in?: unknown[] | undefined; _ilike?: string | undefined };

function matches(member: Member, where: MemberFilter): boolean {
  return Object.entries(where).every(([column, test]) => {
    const value = member[column as keyof MemberFilter];
    const { _eq, _in, _ilike } = (test ?? {}) as Test;
    if (_eq !== undefined && value !== _eq) return false;
    if (_in !== undefined && !_in.includes(value)) return false;
    return _ilike === undefined || isLike(String(value), _ilike);
  });
}

/** Walks the pattern once, going back to its last % alone: no pattern costs more than both lengths multiplied. */
function isLike(text: string, pattern: string): boolean {
  const value = Array.from(text.toLowerCase());
  const wanted = Array.from(pattern.toLowerCase());
  let [at, position, anyAt, resumeAt] = [0, 0, -1, 0];
  while (at < value.length) {
    if (wanted[position] === "%") {
      [anyAt, resumeAt] = [position, at];
      position += 1;
    } else if (wanted[position] === "_" || wanted[position] === value[at]) {
      position += 1;
      at += 1;
    } else if (anyAt >= 0) {
      position = anyAt + 1;
      resumeAt += 1;
      at = resumeAt;
    } else return false;
  }
  return wanted.slice(position).every((sign) => sign === "%");
}
