import { writeIfExpected } from "@thaw/data/condition";
import type { PendingWrite } from "@thaw/data/transact";
import * as v from "valibot";
import type { Actor, Permission } from "../../actor.ts";
import { now, nowIso, toIso } from "../../clock.ts";
import { DAY_MS, HOUR_MS } from "../../duration.ts";
import { AppError, notFound } from "../../error.ts";
import { permissionsOf } from "../../kernel/access/access-table.ts";
import { accountStatusOf } from "../../kernel/access/account-status.ts";
import { scopeOfRole } from "../../kernel/access/scope.ts";
import { operation } from "../../operation.ts";
import { Nothing } from "../account/account.schema.ts";
import { readSubscriptionPlan } from "../account/account-plan.ts";
import { findUser, type UserRecord } from "../user/user-record.ts";
import { ApiKeyEntity, type ApiKeyRecord, apiKeyIds } from "./api-key.entity.ts";
import {
  ApiKey,
  ApiKeyId,
  ApiKeyPage,
  CreateApiKey,
  NewApiKey,
  RenewApiKey,
} from "./api-key.schema.ts";
import { ApiKeyHashEntity } from "./api-key-hash.entity.ts";
import {
  addKey,
  commitOrConflict,
  drawKey,
  hashOf,
  readKeys,
  replaceKey,
  writesOfNew,
  writesOfRemoval,
} from "./api-key-record.ts";

const KEY = /^[0-9a-f]{40}$/;
/** How stale "last used" may be: each call would otherwise cost a write. */
const USED_EVERY_MS = 5 * 60_000;
/** The key that the profile shows. */
const PROFILE_KEY = 0;

/** The profile's key first, then the oldest. */
export const listApiKeys = operation({
  permission: "account:write",
  input: v.object({}),
  output: ApiKeyPage,
  async run({ accountId }) {
    const items = (await readKeys(accountId)).map(toKey);
    items.sort((a, b) => a.id - b.id);
    return { items, cursor: null, total: items.length };
  },
});

/** @throws AppError forbidden when it is to do what its maker may not do */
export const createApiKey = operation({
  permission: "account:write",
  input: CreateApiKey,
  output: NewApiKey,
  async run(actor, { name, access, permissions = [], expires_in_days: days }) {
    requirePerson(actor);
    const { accountId, userId } = actor;
    const isChosen = access === "chosen";
    if (isChosen && permissions.some((permission) => !actor.permissions.has(permission))) {
      throw new AppError("forbidden", "apiKey.tooMuch");
    }
    const { key, kept } = drawKey();
    const record = await addKey(actor, {
      ...kept,
      accountId,
      keyId: await apiKeyIds.next(accountId),
      name,
      access,
      ...(isChosen ? { permissions } : {}),
      createdAt: nowIso(),
      createdBy: userId,
      ...(days === undefined ? {} : { expiresAt: toIso(now() + days * DAY_MS) }),
    });
    return { ...toKey(record), api_key: key };
  },
});

/** Gives a key another value, shown this once. The previous one works until the overlap is over. */
export const renewApiKey = operation({
  permission: "account:write",
  input: RenewApiKey,
  output: NewApiKey,
  async run(actor, { key_id, overlap_hours }) {
    requirePerson(actor);
    const before = await requireKey(actor.accountId, key_id);
    if (isOver(before.expiresAt)) {
      throw new AppError("conflict", "apiKey.expired");
    }
    const { key, kept } = drawKey();
    const fresh = { ...kept, createdBy: actor.userId };
    const record = await replaceKey(actor, before, fresh, overlap_hours * HOUR_MS);
    return { ...toKey(record), api_key: key };
  },
});

/** The key is dead at once, and so is one that it replaced. */
export const revokeApiKey = operation({
  permission: "account:write",
  input: ApiKeyId,
  output: ApiKey,
  async run(actor, { key_id }) {
    requirePerson(actor);
    const record = await requireKey(actor.accountId, key_id);
    await commitOrConflict(writesOfRemoval(actor, record));
    return toKey(record);
  },
});

/** Gives the account's first key another value of 40 hex digits, shown this once. The previous one is dead at once. */
export const rotateApiKey = operation({
  permission: "account:write",
  input: Nothing,
  output: v.object({ api_key: v.string() }),
  async run(actor) {
    requirePerson(actor);
    const { accountId, userId } = actor;
    const before = await findKey(accountId, PROFILE_KEY);
    const { key, kept } = drawKey();
    if (before) {
      await replaceKey(actor, before, { ...kept, createdBy: userId }, 0);
      return { api_key: key };
    }
    const identity = { accountId, keyId: PROFILE_KEY, name: "API key", createdBy: userId };
    const record = { ...kept, ...identity, access: "all", createdAt: nowIso() } as const;
    await commitOrConflict(writesOfNew(actor, record));
    return { api_key: key };
  },
});

/** For the transaction that shuts a member out: the keys that they made die with them. */
export async function revokeKeysOf(
  actor: Actor,
  { userId, email }: { userId: number; email: string },
): Promise<PendingWrite[]> {
  const keys = await readKeys(actor.accountId);
  return keys
    .filter(({ createdBy }) => createdBy === userId)
    .flatMap((key) => writesOfRemoval(actor, key, email));
}

/**
 * The actor of an API key: its account, with the permissions that both the key and the present role of its creator have.
 *
 * @throws AppError unauthenticated for a key that is not or no longer valid
 */
export async function authenticateApiKey(key: string): Promise<Actor> {
  const keyHash = hashOf(key);
  const { data: pointer } = KEY.test(key)
    ? await ApiKeyHashEntity.get({ keyHash }).go({ consistent: true })
    : { data: null };
  if (!pointer) throw invalidKey();
  const { accountId, keyId } = pointer;
  // The account is known by its owner's id.
  const [record, owner, { state, closedAt }] = await Promise.all([
    findKey(accountId, keyId),
    findUser({ accountId, userId: accountId }),
    readSubscriptionPlan(accountId),
  ]);
  const isOpen = closedAt === undefined;
  if (!(record && isValid(record, keyHash) && mayCall(owner) && isOpen)) throw invalidKey();
  const isOwners = record.createdBy === accountId;
  const maker = isOwners ? owner : await findUser({ accountId, userId: record.createdBy });
  if (!mayCall(maker)) throw invalidKey();
  await touch(record);
  return {
    kind: "owner",
    accountId,
    userId: accountId,
    apiKeyId: keyId,
    permissions: permissionsOfKey(record, maker),
    scope: scopeOfRole(maker.role, maker.userId),
    accountStatus: accountStatusOf(owner, state, now()),
  };
}

const invalidKey = () => new AppError("unauthenticated", "apiKey.invalid");

function permissionsOfKey({ access, permissions = [] }: ApiKeyRecord, maker: UserRecord) {
  const isGiven = (permission: Permission) =>
    access === "all" ||
    (access === "read" ? permission.endsWith(":read") : permissions.includes(permission));
  return new Set([...permissionsOf(maker.role)].filter(isGiven));
}

function isValid(record: ApiKeyRecord, keyHash: string): boolean {
  if (isOver(record.expiresAt)) return false;
  if (record.keyHash === keyHash) return true;
  return record.replacedHash === keyHash && !isOver(record.replacedUntil);
}

const isOver = (end: string | undefined) => end !== undefined && Date.parse(end) <= now();

const mayCall = (user: UserRecord | undefined): user is UserRecord =>
  user?.status === "active" && user.isEmailVerified;

async function touch({ accountId, keyId, lastUsedAt }: ApiKeyRecord): Promise<void> {
  if (lastUsedAt !== undefined && now() - Date.parse(lastUsedAt) < USED_EVERY_MS) return;
  const touched = ApiKeyEntity.patch({ accountId, keyId }).set({ lastUsedAt: nowIso() });
  // Revoked between the read and this write.
  if (!(await writeIfExpected(touched))) throw invalidKey();
}

/** Only people manage keys: a key that could create keys would outlive its own expiry. */
function requirePerson(actor: Actor): void {
  if (actor.apiKeyId === undefined) return;
  throw new AppError("forbidden", "apiKey.changesKeys");
}

async function findKey(accountId: number, keyId: number): Promise<ApiKeyRecord | undefined> {
  const { data } = await ApiKeyEntity.get({ accountId, keyId }).go({ consistent: true });
  return data ?? undefined;
}

async function requireKey(accountId: number, keyId: number): Promise<ApiKeyRecord> {
  const record = await findKey(accountId, keyId);
  if (!record) throw notFound("apiKey");
  return record;
}

function toKey(record: ApiKeyRecord): ApiKey {
  return {
    id: record.keyId,
    name: record.name,
    access: record.access,
    permissions: (record.permissions ?? []) as Permission[],
    ending: record.ending,
    created_at: record.createdAt,
    created_by: record.createdBy,
    expires_at: record.expiresAt ?? null,
    last_used_at: record.lastUsedAt ?? null,
    replaced_until: isOver(record.replacedUntil) ? null : (record.replacedUntil ?? null),
  };
}
