import { commit } from "@thaw/data/transact";
import * as v from "valibot";
import type { Actor } from "../../actor.ts";
import { findCampaigns, toFigures } from "../../campaigns/campaign/campaign-record.ts";
import {
  readRestrictedMetrics,
  without,
} from "../../campaigns/restricted-metric/restricted-metrics.ts";
import { AppError } from "../../error.ts";
import { requireEntitlement } from "../../kernel/access/account-status.ts";
import { rightsOf } from "../../kernel/access/rights.ts";
import { publicUrl, takeUpload } from "../../kernel/upload/upload.ts";
import { log } from "../../log.ts";
import { operation } from "../../operation.ts";
import { readTotals } from "../../reporting/counter/counter.ts";
import { findMailboxes } from "../../senders/mailbox/mailbox-record.ts";
import type { ActivityAction } from "../activity-log/activity-log.schema.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { readCategories } from "../category/category-record.ts";
import { takeAttempt } from "../login/attempt.ts";
import { mailClientInvitation, mailPasswordReset } from "../login/login-mail.ts";
import { newResetLink } from "../login/reset-link.ts";
import { requireMailTo } from "../login/stranger-mail.ts";
import {
  addClientUser,
  type ClientUser,
  changeClientUser,
  deleteClientUser,
  inviteClientAgain,
  listClientUsers,
  requireClientUser,
  restoreClientUser,
  setClientActive,
} from "../user/client-user.ts";
import {
  Client,
  ClientDetail,
  ClientId,
  ClientPage,
  CreateClient,
  ListClients,
  UpdateClient,
} from "./client.schema.ts";
import { readClientAssignments } from "./client-assignment.ts";

const NOTHING = { campaigns: [], mailboxes: [] };
const RESET_MAILS = { kind: "client-reset-mail", limit: 5, windowMs: 60 * 60_000 };

/** The agency's clients, oldest first, with how much each has been given. */
export const listClients = operation({
  permission: "clients:write",
  input: ListClients,
  output: ClientPage,
  async run(actor, page) {
    requireEntitlement(actor, "client_view");
    const { accountId } = actor;
    const { data, cursor } = await listClientUsers(accountId, page);
    const ids = data.map(({ userId }) => userId);
    const assignments = await readClientAssignments(accountId, ids);
    const items = data.map((user) => {
      const { campaigns, mailboxes } = assignments.get(user.userId) ?? NOTHING;
      return { ...toClient(user), campaigns: campaigns.length, mailboxes: mailboxes.length };
    });
    return { items, cursor };
  },
});

/** One client with its assignments and their figures. */
export const getClient = operation({
  permission: "clients:write",
  input: ClientId,
  output: ClientDetail,
  async run(actor, { client_id }) {
    const { accountId } = actor;
    const user = await requireClient(actor, client_id);
    const given = (await readClientAssignments(accountId, [client_id])).get(client_id) ?? NOTHING;
    const [campaigns, mailboxes] = await Promise.all([
      findCampaigns(accountId, given.campaigns),
      findMailboxes(accountId, given.mailboxes),
    ]);
    const ids = campaigns.map(({ campaignId }) => campaignId);
    // As the client itself sees them.
    const { scope } = rightsOf(user);
    const [totals, hidden] = await Promise.all([
      readTotals(accountId, ids),
      readRestrictedMetrics({ accountId, scope }, ids),
    ]);
    const figures = {
      leads: 0,
      contacted: 0,
      sent: 0,
      opened: 0,
      replied: 0,
      positive: 0,
      bounced: 0,
    };
    for (const [index, counts] of totals.entries()) {
      const of = toFigures(without(counts, hidden.get(ids[index] ?? 0)?.total));
      for (const name of Object.keys(figures) as (keyof typeof figures)[])
        figures[name] += of[name];
    }
    return {
      ...toClient(user),
      figures,
      // The newest first.
      campaigns: campaigns
        .map(({ campaignId, name, status }) => ({ id: campaignId, name, status }))
        .reverse(),
      mailboxes: mailboxes
        .map(({ mailboxId, email }) => ({ id: mailboxId, email }))
        .sort((a, b) => a.id - b.id),
    };
  },
});

/** @throws AppError conflict for an address that another client of the agency has; invalid for a category that there is not */
export const createClient = operation({
  permission: "clients:write",
  input: CreateClient,
  output: Client,
  async run(actor, input) {
    requireEntitlement(actor, "client_view");
    const { accountId } = actor;
    const details = await detailsOf(accountId, input);
    if (input.is_invited) await requireMailTo(actor, input.email);
    const { user, secret } = await addClientUser(
      accountId,
      details,
      act(actor, "client_added", input.email),
    );
    if (input.is_invited) await mailLink(user, secret);
    return toClient(user);
  },
});

export const updateClient = operation({
  permission: "clients:write",
  input: UpdateClient,
  output: Client,
  async run(actor, { client_id, ...input }) {
    const client = await requireClient(actor, client_id);
    const details = await detailsOf(actor.accountId, input);
    const wrote = act(actor, "client_changed", input.email);
    return toClient(await changeClientUser(client, details, wrote));
  },
});

/** Mails a new link to someone who has not come in yet; the previous one is void. */
export const inviteClient = operation({
  permission: "clients:write",
  input: ClientId,
  output: Client,
  async run(actor, { client_id }) {
    const client = await requireClient(actor, client_id);
    await requireMailTo(actor, client.email);
    const wrote = act(actor, "client_invited", client.email);
    const { user, secret } = await inviteClientAgain(client, wrote);
    await mailLink(user, secret);
    return toClient(user);
  },
});

/** Mails a client who has come in a link to choose a new password; the previous one works until it is used. */
export const resetClientPassword = operation({
  permission: "clients:write",
  input: ClientId,
  output: Client,
  async run(actor, { client_id }) {
    const client = await requireClient(actor, client_id);
    if (client.status !== "active") {
      throw new AppError("invalid_transition", "client.noPassword");
    }
    if ((await takeAttempt(RESET_MAILS, String(client_id))) === undefined) {
      throw new AppError("rate_limited", "client.linkTooSoon");
    }
    await requireMailTo(actor, client.email);
    const link = newResetLink(client);
    await commit([link.write, act(actor, "client_reset_sent", client.email)]);
    await mailOrSay(client, () => mailPasswordReset(client, link.secret));
    return toClient(client);
  },
});

/** Shuts an active client out at once. What it has been given stays with it. */
export const deactivateClient = operation({
  permission: "clients:write",
  input: ClientId,
  output: Client,
  async run(actor, { client_id }) {
    const client = await requireClient(actor, client_id);
    const wrote = act(actor, "client_deactivated", client.email);
    return toClient(await setClientActive(client, false, wrote));
  },
});

export const reactivateClient = operation({
  permission: "clients:write",
  input: ClientId,
  output: Client,
  async run(actor, { client_id }) {
    const client = await requireClient(actor, client_id);
    const wrote = act(actor, "client_reactivated", client.email);
    return toClient(await setClientActive(client, true, wrote));
  },
});

/** It can be restored for 30 days. */
export const deleteClient = operation({
  permission: "clients:write",
  input: ClientId,
  output: v.object({ id: v.number(), name: v.string(), restorable_until: v.string() }),
  async run(actor, { client_id }) {
    const client = await requireClient(actor, client_id);
    const wrote = act(actor, "client_deleted", client.email);
    const restorable_until = await deleteClientUser(client, wrote);
    return { id: client_id, name: client.name, restorable_until };
  },
});

/** Brings a deleted client back; it comes in by a new invitation. @throws AppError conflict when its address is another's now */
export const restoreClient = operation({
  permission: "clients:write",
  input: ClientId,
  output: Client,
  async run(actor, { client_id }) {
    requireEntitlement(actor, "client_view");
    const client = await requireClientUser(actor.accountId, client_id, { isDeleted: true });
    const wrote = act(actor, "client_restored", client.email);
    return toClient((await restoreClientUser(client, wrote)).user);
  },
});

async function requireClient(actor: Actor, clientId: number): Promise<ClientUser> {
  requireEntitlement(actor, "client_view");
  return requireClientUser(actor.accountId, clientId);
}

const act = (actor: Actor, action: ActivityAction, target: string) =>
  recordAct(actor, { action, target });

type Details = Pick<
  v.InferOutput<typeof CreateClient>,
  "name" | "email" | "permissions" | "restricted_category_ids" | "logo_file_key"
>;

async function detailsOf(accountId: number, details: Details) {
  const { name, email, permissions, restricted_category_ids, logo_file_key } = details;
  if (restricted_category_ids.length > 0) {
    const known = new Set((await readCategories(accountId)).map(({ id }) => id));
    if (!restricted_category_ids.every((id) => known.has(id))) {
      throw AppError.at("invalid", "restricted_category_ids", "client.categoriesUnknown");
    }
  }
  return {
    name,
    email,
    clientPermissions: [...new Set(permissions)],
    hiddenCategoryIds: restricted_category_ids,
    ...(logo_file_key === undefined
      ? {}
      : { logoToken: (await takeUpload(accountId, logo_file_key, ["logo"])).token }),
  };
}

const mailLink = (user: ClientUser, uuid: string) =>
  mailOrSay(user, () => mailClientInvitation(user, uuid));

/** @throws AppError unavailable; the client is there and a link can be sent again */
async function mailOrSay(user: ClientUser, mail: () => Promise<void>): Promise<void> {
  try {
    await mail();
  } catch (error) {
    log.error("A client's link could not be mailed", { accountId: user.accountId, error });
    throw new AppError("unavailable", "client.notMailed", { name: user.name });
  }
}

function toClient(user: ClientUser): Client {
  const { status, invitedUntil, logoToken } = user;
  return {
    id: user.userId,
    name: user.name,
    email: user.email,
    status,
    permissions: user.clientPermissions ?? [],
    restricted_category_ids: user.hiddenCategoryIds ?? [],
    logo_url: logoToken ? publicUrl(user.accountId, "logo", logoToken) : null,
    created_at: user.createdAt,
    ...(status === "invited" && invitedUntil ? { invited_until: invitedUntil } : {}),
  };
}
