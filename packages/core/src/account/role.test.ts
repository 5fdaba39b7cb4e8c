import { expect, test } from "vitest";
import { PERMISSIONS, type Permission } from "../actor.ts";
import { permissionsOf, ROLES } from "./role.ts";

const ALLOWED: Record<Permission, string> = {
  // Owner, admin, full member, view only, limited full member.
  "account:read": "OAFVL",
  "account:write": "OA",
  "campaigns:read": "OAFVL",
  "campaigns:write": "OAFL",
  "campaigns:approve": "OA",
  "leads:read": "OAFVL",
  "leads:write": "OAFL",
  "mailboxes:read": "OAFVL",
  "mailboxes:write": "OAFL",
  "inbox:read": "OAFVL",
  "inbox:reply": "OAFL",
  "labels:add": "OAFL",
  "labels:write": "OAF",
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

test.each(PERMISSIONS)("%s is given to the roles of the matrix and to no other", (permission) => {
  const given = ROLES.filter((role) => permissionsOf(role).has(permission)).map((role) => role[0]);
  expect(given.join("")).toBe(ALLOWED[permission]);
});

test("somebody without a role has no permission", () => {
  expect(permissionsOf(undefined).size).toBe(0);
});
