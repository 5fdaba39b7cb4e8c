import type { Permission } from "../../actor.ts";
import { permissionsOf, permissionsOfClient } from "./access-table.ts";
import type { ClientPermission, Role } from "./role.schema.ts";
import { type Scope, scopeOfRole } from "./scope.ts";

type Holder = {
  kind: "owner" | "member" | "client";
  userId: number;
  role?: Role | undefined;
  clientPermissions?: readonly ClientPermission[] | undefined;
  hiddenCategoryIds?: readonly number[] | undefined;
};
type Rights = { permissions: ReadonlySet<Permission>; scope: Scope };

/** What a user may do and to which records, as their own record says at this moment. A client's id is its user's. */
export function rightsOf(user: Holder): Rights {
  const { kind, userId, role, clientPermissions = [], hiddenCategoryIds = [] } = user;
  if (kind !== "client") {
    return { permissions: permissionsOf(role), scope: scopeOfRole(role, userId) };
  }
  return {
    permissions: permissionsOfClient(clientPermissions),
    scope: { kind: "client", clientId: userId, hiddenCategoryIds },
  };
}
