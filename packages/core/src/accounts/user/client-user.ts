import { filteredPageOptions, pageOptions } from "@thaw/data/page-options";
import { commit, commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { now, spanOf, toIso } from "../../clock.ts";
import { DAY_MS } from "../../duration.ts";
import { AppError, changedMeanwhile, notFound } from "../../error.ts";
import type { ClientPermission } from "../../kernel/access/role.schema.ts";
import { dropClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { directionOf } from "../../page.schema.ts";
import { randomToken } from "../../random.ts";
import type { ListClients } from "../client/client.schema.ts";
import { hashPassword } from "../login/password.ts";
import { dropIdentities } from "../oidc/erase-identities.ts";
import { dropPasskeys } from "../passkey/erase-passkeys.ts";
import { revokeSessions } from "../session/session.ts";
import { newInvitation } from "../team/invitation.ts";
import { UserEntity, type UserRecord } from "./user.entity.ts";
import {
  addressClaim,
  addressTaken,
  codeClaim,
  createUser,
  findUser,
  userIds,
} from "./user-record.ts";

/** D0: what is deleted can be brought back for so long. */
const KEPT_MS = 30 * DAY_MS;

/** A user of kind client: its id is the client's. */
export type ClientUser = UserRecord;

type ClientDetails = {
  name: string;
  email: string;
  clientPermissions: ClientPermission[];
  hiddenCategoryIds: number[];
  logoToken?: string;
};
export type ClientChange = Partial<ClientDetails>;

/** A client of an agency is a user of its account who comes in at the agency's own host. @throws AppError conflict */
export async function addClientUser(
  accountId: number,
  client: ClientDetails,
  act: PendingWrite,
): Promise<{ user: UserRecord; secret: string }> {
  const userId = await userIds.next("global");
  const { invitation, invitedUntil, secret, write } = newInvitation({ accountId, userId });
  const user = await createUser(
    {
      ...client,
      accountId,
      userId,
      invitation,
      invitedUntil,
      kind: "client",
      status: "invited",
      // Nobody knows it: the invitation sets one.
      passwordHash: await hashPassword(randomToken()),
      isEmailVerified: false,
    },
    [write, act],
  );
  return { user, secret };
}

/** @throws AppError not_found, also for one who is deleted unless `isDeleted` asks for those */
export async function requireClientUser(
  accountId: number,
  clientId: number,
  { isDeleted = false } = {},
): Promise<UserRecord> {
  const user = await findUser({ accountId, userId: clientId });
  const isThere = user?.kind === "client" && (user.deletedAt !== undefined) === isDeleted;
  if (!isThere) throw notFound("client");
  return user;
}

/** In the order in which they came, or the other way round. */
export async function listClientUsers(
  accountId: number,
  { limit, cursor, order, search }: ListClients,
) {
  const searchText = search?.toLowerCase();
  return UserEntity.query
    .byAccount({ accountId })
    .where((row, op) =>
      [
        op.eq(row.kind, "client"),
        op.notExists(row.deletedAt),
        ...(searchText
          ? [
              `(${op.contains(row.nameFolded, searchText)} OR ${op.contains(row.emailFolded, searchText)})`,
            ]
          : []),
      ].join(" AND "),
    )
    .go({
      ...(searchText ? filteredPageOptions(limit) : pageOptions(limit)),
      cursor: cursor ?? null,
      order: directionOf(order),
    });
}

/** @throws AppError conflict for an address that another client has */
export async function changeClientUser(
  client: UserRecord,
  change: ClientChange,
  act: PendingWrite,
): Promise<UserRecord> {
  const { accountId, userId } = client;
  const changed: UserRecord = { ...client, ...change };
  const isMoved = changed.email.toLowerCase() !== client.email.toLowerCase();
  const moved = isMoved
    ? [
        {
          write: takeClaim(addressClaim(changed), { accountId, ownerId: userId }),
          otherwise: () => addressTaken("client"),
        },
        dropClaim(addressClaim(client)),
      ]
    : [];
  await commit(
    [
      ...moved,
      UserEntity.patch({ accountId, userId })
        .set(change)
        .where((row, op) => `${op.notExists(row.deletedAt)} AND ${op.eq(row.email, client.email)}`),
      act,
    ],
    { otherwise: clientChanged },
  );
  return changed;
}

/** Shuts an active client out at once, or lets one who was shut out in again. @throws AppError invalid_transition */
export async function setClientActive(
  client: UserRecord,
  isActive: boolean,
  act: PendingWrite,
): Promise<UserRecord> {
  const { accountId, userId } = client;
  const [before, after] = (isActive ? ["deactivated", "active"] : ["active", "deactivated"]) as [
    UserRecord["status"],
    UserRecord["status"],
  ];
  const isDone = await commitIfExpected([
    UserEntity.patch({ accountId, userId })
      .set({ status: after })
      .where((row, op) => `${op.eq(row.status, before)} AND ${op.notExists(row.deletedAt)}`),
    act,
  ]);
  if (!isDone) {
    throw new AppError("invalid_transition", "client.wrongStatus", { before, after });
  }
  if (!isActive) await revokeSessions(userId);
  return { ...client, status: after };
}

/** Out of every list and out of the product; the address is free at once, the rest stays for 30 days. */
export async function deleteClientUser(client: UserRecord, act: PendingWrite): Promise<string> {
  const { accountId, userId } = client;
  const at = now();
  const endsAt = at + spanOf(KEPT_MS);
  await commit(
    [
      dropClaim(addressClaim(client)),
      dropClaim(codeClaim(client.referralCode)),
      ...(await dropPasskeys(userId)),
      ...(await dropIdentities(client)),
      UserEntity.patch({ accountId, userId })
        .set({
          deletedAt: toIso(at),
          ttl: Math.ceil(endsAt / 1000),
          status: "deactivated",
          // D0: secrets go at once.
          passwordHash: await hashPassword(randomToken()),
        })
        .remove(["invitation", "invitedUntil"])
        .where((row, op) => `${op.notExists(row.deletedAt)} AND ${op.eq(row.email, client.email)}`),
      act,
    ],
    { otherwise: clientChanged },
  );
  await revokeSessions(userId);
  return toIso(endsAt);
}

/** As before, but for the ways to come in: a new invitation sets a password. @throws AppError conflict when the address is another's now */
export async function restoreClientUser(
  client: UserRecord,
  act: PendingWrite,
): Promise<{ user: UserRecord; secret: string }> {
  const { accountId, userId, deletedAt: _deletedAt, ttl: _ttl, ...kept } = client;
  const { invitation, invitedUntil, secret, write } = newInvitation({ accountId, userId });
  const change = { status: "invited" as const, isEmailVerified: false, invitation, invitedUntil };
  await commit(
    [
      {
        write: takeClaim(addressClaim(client), { accountId, ownerId: userId }),
        otherwise: () => addressTaken("client"),
      },
      UserEntity.patch({ accountId, userId })
        .set(change)
        .remove(["deletedAt", "ttl"])
        .where((row, op) => `${op.exists(row.deletedAt)} AND ${op.gt(row.ttl, now() / 1000)}`),
      write,
      act,
      takeClaim(codeClaim(client.referralCode), { accountId, ownerId: userId }),
    ],
    { otherwise: () => notFound("client") },
  );
  return { user: { ...kept, accountId, userId, ...change }, secret };
}

/** A new link for someone who has not come in yet; the previous one is void. @throws AppError invalid_transition */
export async function inviteClientAgain(
  client: UserRecord,
  act: PendingWrite,
): Promise<{ user: UserRecord; secret: string }> {
  const { accountId, userId } = client;
  const { invitation, invitedUntil, secret, write } = newInvitation({ accountId, userId });
  const isDone = await commitIfExpected([
    UserEntity.patch({ accountId, userId })
      .set({ invitation, invitedUntil })
      .where((row, op) => `${op.eq(row.status, "invited")} AND ${op.notExists(row.deletedAt)}`),
    write,
    act,
  ]);
  if (!isDone) throw new AppError("invalid_transition", "client.cameIn");
  return { user: { ...client, invitation, invitedUntil }, secret };
}

const clientChanged = () => changedMeanwhile("client");
