import { boundText, issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { CLIENT_PERMISSIONS, type ClientPermission } from "../../kernel/access/role.schema.ts";
import { noLink } from "../../no-link.schema.ts";
import { oneLine } from "../../one-line.schema.ts";
import { Id, orderInput, PageInput, pageOf } from "../../page.schema.ts";
import { EmailAddress } from "../user/email-address.schema.ts";

const MOST_CATEGORIES = 100;
const MOST_AT_ONCE = 100;

const OfClient = v.union([Id, v.literal("none")]);
/** One client or several; "none": what no client has. */
export const ClientChoice = v.optional(
  v.union([OfClient, v.pipe(v.array(OfClient), v.maxLength(50))]),
);

/** What a form offers; each is a list of what is given. */
export const PERMISSION_SETS = ["full_access", "reply_master_inbox", "none"] as const;

const Permissions = v.union(
  [
    v.pipe(
      v.picklist(PERMISSION_SETS),
      v.transform((word): ClientPermission[] => (word === "none" ? [] : [word])),
    ),
    v.pipe(v.array(v.picklist(CLIENT_PERMISSIONS)), v.maxLength(CLIENT_PERMISSIONS.length)),
  ],
  issueText("clientPermissions"),
);

const CategoryIds = v.pipe(
  v.union([
    v.array(Id),
    v.pipe(
      Id,
      v.transform((id) => [id]),
    ),
  ]),
  v.maxLength(MOST_CATEGORIES, boundText("categoriesMost")),
  v.transform((ids) => [...new Set(ids)]),
);

const IsTrue = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(["true", "false"]),
    v.transform((word) => word === "true"),
  ),
]);

const ENTER_NAME = issueText("clientName");
const ClientName = v.pipe(
  v.string(ENTER_NAME),
  oneLine,
  v.nonEmpty(ENTER_NAME),
  noLink,
  v.maxLength(100, boundText("nameTooLong")),
);

const Details = {
  name: ClientName,
  email: EmailAddress,
  permissions: Permissions,
  /** Leads and conversations of these categories are hidden from the client wherever it looks. */
  restricted_category_ids: v.optional(CategoryIds, []),
  /** Of an uploaded image. */
  logo_file_key: v.optional(v.pipe(v.string(), v.maxLength(300))),
};

export const CreateClient = v.object({
  ...Details,
  /** By e-mail, at once. */
  is_invited: v.optional(IsTrue, false),
});
export const UpdateClient = v.object({ client_id: Id, ...Details });
export const ClientId = v.object({ client_id: Id });
export const ListClients = v.object({
  ...PageInput,
  ...orderInput("oldest"),
  /** A part of the name or of the address. */
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
});
export type ListClients = v.InferOutput<typeof ListClients>;

const ids = v.optional(v.pipe(v.array(Id), v.maxLength(MOST_AT_ONCE, boundText("atOnceMost"))), []);
export const AssignToClient = v.object({
  /** "none" takes them from the client that has them. */
  client_id: OfClient,
  campaign_ids: ids,
  mailbox_ids: ids,
});

export const Client = v.object({
  id: v.number(),
  name: v.string(),
  email: v.string(),
  status: v.picklist(["active", "invited", "deactivated"]),
  permissions: v.array(v.picklist(CLIENT_PERMISSIONS)),
  restricted_category_ids: v.array(v.number()),
  logo_url: v.nullable(v.string()),
  created_at: v.string(),
  /** Of an invitation that nobody has accepted. */
  invited_until: v.optional(v.string()),
});
export type Client = v.InferOutput<typeof Client>;

export const ClientPage = pageOf(
  v.object({ ...Client.entries, campaigns: v.number(), mailboxes: v.number() }),
);

export const ClientDetail = v.object({
  ...Client.entries,
  campaigns: v.array(v.object({ id: v.number(), name: v.string(), status: v.string() })),
  mailboxes: v.array(v.object({ id: v.number(), email: v.string() })),
  figures: v.object({
    leads: v.number(),
    contacted: v.number(),
    sent: v.number(),
    opened: v.number(),
    replied: v.number(),
    positive: v.number(),
    bounced: v.number(),
  }),
});
export type ClientDetail = v.InferOutput<typeof ClientDetail>;
