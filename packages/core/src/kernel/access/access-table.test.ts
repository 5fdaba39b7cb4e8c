import { expect, test } from "vitest";
import { PERMISSIONS, type Permission } from "../../actor.ts";
import { HOLDERS, permissionsOf, permissionsOfClient } from "./access-table.ts";
import { CLIENT_PERMISSIONS, ROLES } from "./role.schema.ts";

/** D15.2 and D14, recorded a second time. Owner, admin, full member, view only, limited; client full, reply, neither. */
const ALLOWED: Record<Permission, string> = {
  "account:read": "OAFVL",
  "account:write": "OA",
  "campaigns:read": "OAFVLfrn",
  "campaigns:write": "OAFLf",
  "campaigns:approve": "OA",
  "leads:read": "OAFVLfrn",
  "leads:write": "OAFLf",
  "mailboxes:read": "OAFVLfrn",
  "mailboxes:write": "OAFLf",
  "inbox:read": "OAFVLfrn",
  "inbox:reply": "OAFLfr",
  "labels:add": "OAFL",
  "labels:write": "OAF",
  "block-list:read": "OAFVLfrn",
  "block-list:add": "OAFLf",
  "block-list:write": "OAFf",
  "integrations:write": "OA",
  "clients:write": "OA",
  "team:write": "OA",
  "orders:write": "OA",
  "servers:write": "O",
  "billing:write": "O",
};

test("the roles are the five of the specification [PERM-01]", () => {
  expect(ROLES).toEqual([
    "OWNER",
    "ADMIN_ACCESS",
    "FULL_MEMBER_ACCESS",
    "VIEW_ONLY_ACCESS",
    "LIMITED_FULL_MEMBER_ACCESS",
  ]);
});

test.each(PERMISSIONS)(
  "%s is given to the roles and clients of the matrix and to no other",
  (permission) => {
    const roles = ROLES.filter((role) => permissionsOf(role).has(permission)).map(
      (role) => role[0],
    );
    const clients = [
      permissionsOfClient(["full_access"]).has(permission) ? "f" : "",
      permissionsOfClient(["reply_master_inbox"]).has(permission) ? "r" : "",
      permissionsOfClient([]).has(permission) ? "n" : "",
    ];
    expect([...roles, ...clients].join("")).toBe(ALLOWED[permission]);
  },
);

test("of those who are no clients, write access is refused to the view-only role alone [PERM-02] [PERM-03]", () => {
  const writes = ROLES.filter((role) => permissionsOf(role).has("campaigns:write"));
  expect(writes).toEqual(ROLES.filter((role) => role !== "VIEW_ONLY_ACCESS"));
});

test.each([
  { given: [], may: false },
  { given: ["reply_master_inbox"], may: false },
  { given: ["full_access"], may: true },
  { given: ["reply_master_inbox", "full_access"], may: true },
] as const)("a client with $given may write: $may [PERM-04]", ({ given, may }) => {
  expect(permissionsOfClient(given).has("campaigns:write")).toBe(may);
});

test("permissions are held by a role or as a client, and by nothing above them [PERM-21]", () => {
  expect([...HOLDERS].toSorted()).toEqual([...ROLES, ...CLIENT_PERMISSIONS, "client"].toSorted());
});

test("someone without a role has no permission by role", () => {
  expect(permissionsOf(undefined).size).toBe(0);
});
