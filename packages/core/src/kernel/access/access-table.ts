import { PERMISSIONS, type Permission } from "../../actor.ts";
import type { ClientPermission, Role } from "./role.schema.ts";

/**
 * Of whose records: `all` of the account's, `own` ones (made by oneself or assigned to one), those of one `client`, or none
 * (`-`: it is not permitted).
 */
export type Visibility = "all" | "own" | "client" | "-";

/** Who can hold a permission. A client has those of "client" and of each permission that its agency has given it. */
export const HOLDERS = [
  "OWNER",
  "ADMIN_ACCESS",
  "FULL_MEMBER_ACCESS",
  "LIMITED_FULL_MEMBER_ACCESS",
  "VIEW_ONLY_ACCESS",
  "full_access",
  "reply_master_inbox",
  "client",
] as const satisfies readonly (Role | ClientPermission | "client")[];
type Holder = (typeof HOLDERS)[number];

type Row = { does: string; visibility: Record<Holder, Visibility> };

/** In the order of HOLDERS. */
function row(
  does: string,
  ...visibility: [
    Visibility,
    Visibility,
    Visibility,
    Visibility,
    Visibility,
    Visibility,
    Visibility,
    Visibility,
  ]
): Row {
  const [OWNER, ADMIN_ACCESS, FULL_MEMBER_ACCESS, LIMITED_FULL_MEMBER_ACCESS, ...rest] = visibility;
  const [VIEW_ONLY_ACCESS, full_access, reply_master_inbox, client] = rest;
  return {
    does,
    visibility: {
      OWNER,
      ADMIN_ACCESS,
      FULL_MEMBER_ACCESS,
      LIMITED_FULL_MEMBER_ACCESS,
      VIEW_ONLY_ACCESS,
      full_access,
      reply_master_inbox,
      client,
    },
  };
}

/** Who may do what, and to whose records: the one place that decides it (D15.2, D14). */
// biome-ignore format: a table is read by its columns
export const ACCESS: Record<Permission, Row> = {
  //                                                                                 owner  admin  full   lim.   view   c.full    c.reply   client
  "campaigns:read":     row("see campaigns, sequences, templates and analytics",     "all", "all", "all", "own", "all", "client", "client", "client"),
  "leads:read":         row("see and export leads",                                  "all", "all", "all", "own", "all", "client", "client", "client"),
  "mailboxes:read":     row("see mailboxes",                                         "all", "all", "all", "own", "all", "client", "client", "client"),
  "inbox:read":         row("see conversations, tasks, notes and reminders",         "all", "all", "all", "own", "all", "client", "client", "client"),
  "campaigns:write":    row("make and change campaigns, folders and templates",      "all", "all", "all", "own", "-",   "client", "-",      "-"),
  "campaigns:approve":  row("approve starts that ask for a second person",           "all", "all", "-",   "-",   "-",   "-",      "-",      "-"),
  "leads:write":        row("add, import, change and delete leads",                  "all", "all", "all", "own", "-",   "client", "-",      "-"),
  "mailboxes:write":    row("connect and change mailboxes",                          "all", "all", "all", "own", "-",   "client", "-",      "-"),
  "inbox:reply":        row("reply, categorise, keep tasks, notes and reminders",    "all", "all", "all", "own", "-",   "client", "client", "-"),
  "account:read":       row("see the account's settings",                            "all", "all", "all", "all", "all", "-",      "-",      "-"),
  "labels:add":         row("add tags and categories",                                "all", "all", "all", "all", "-",   "-",      "-",      "-"),
  "labels:write":       row("change and delete tags, categories and folders",         "all", "all", "all", "-", "-", "-", "-", "-"),
  "block-list:read":    row("see the block list",                                     "all", "all", "all", "all", "all", "client", "client", "client"),
  "block-list:add":     row("add entries to the block list",                          "all", "all", "all", "all", "-",   "client", "-",      "-"),
  "block-list:write":   row("take entries off the block list",                        "all", "all", "all", "-",   "-",   "client", "-",      "-"),
  "account:write":      row("change the account's settings and its API key",         "all", "all", "-",   "-",   "-",   "-",      "-",      "-"),
  "integrations:write": row("set up webhooks and integrations",                      "all", "all", "-",   "-",   "-",   "-",      "-",      "-"),
  "clients:write":      row("manage clients and white-labelling",                    "all", "all", "-",   "-",   "-",   "-",      "-",      "-"),
  "team:write":         row("manage the team and see the activity log",              "all", "all", "-",   "-",   "-",   "-",      "-",      "-"),
  "orders:write":       row("order mailboxes and domains",                           "all", "all", "-",   "-",   "-",   "-",      "-",      "-"),
  "servers:write":      row("order servers",                                         "all", "-",   "-",   "-",   "-",   "-",      "-",      "-"),
  "billing:write":      row("change the plan, pay, cancel and delete the account",   "all", "-",   "-",   "-",   "-",   "-",      "-",      "-"),
};

const heldBy = (holders: readonly Holder[]): ReadonlySet<Permission> =>
  new Set(
    PERMISSIONS.filter((permission) =>
      holders.some((holder) => ACCESS[permission].visibility[holder] !== "-"),
    ),
  );

const BY_HOLDER = new Map<Holder, ReadonlySet<Permission>>(
  HOLDERS.map((holder) => [holder, heldBy([holder])]),
);

/** What a role may do; a user without one may do nothing by role. */
export function permissionsOf(role: Role | undefined): ReadonlySet<Permission> {
  return (role && BY_HOLDER.get(role)) ?? new Set();
}

/** What a client may do to the records of its own. */
export function permissionsOfClient(given: readonly ClientPermission[]): ReadonlySet<Permission> {
  return heldBy(["client", ...given]);
}
