import { createHash, randomBytes } from "node:crypto";
import { commit, type PendingWrite } from "@thaw/data/transact";
import type { Actor } from "../../actor.ts";
import { now, nowIso, toIso } from "../../clock.ts";
import { AppError, changedMeanwhile } from "../../error.ts";
import { dropClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { freeSlotAmong } from "../../kernel/claim/free-slot.ts";
import { retryRefused } from "../../retry-refused.ts";
import { recordAct } from "../activity-log/record-act.ts";
import { ApiKeyEntity, type ApiKeyRecord } from "./api-key.entity.ts";
import { MOST_API_KEYS } from "./api-key.schema.ts";
import { ApiKeyHashEntity } from "./api-key-hash.entity.ts";

const ATTEMPTS = 8;

/** Generates a key of 40 hex digits, and the parts of it that may be stored. */
export function drawKey() {
  const key = randomBytes(20).toString("hex");
  return { key, kept: { keyHash: hashOf(key), ending: key.slice(-4) } };
}

export const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

/** All keys of an account: there are at most 21. */
export async function readKeys(accountId: number): Promise<ApiKeyRecord[]> {
  const { data } = await ApiKeyEntity.query
    .byAccount({ accountId })
    .go({ pages: "all", consistent: true });
  return data;
}

type Draft = Omit<ApiKeyRecord, "place">;

/** Writes a new key at a free place. @throws AppError conflict when there is none */
export async function addKey(actor: Actor, draft: Draft): Promise<ApiKeyRecord> {
  const { accountId, keyId: ownerId } = draft;
  return retryRefused(ATTEMPTS, async () => {
    const record = { ...draft, place: freeSlot(await readKeys(accountId)) };
    await commit([
      // Refused where someone else took the place at the same moment.
      takeClaim(slotClaim(accountId, record.place), { accountId, ownerId }),
      ...writesOfNew(actor, record),
    ]);
    return record;
  });
}

export const writesOfNew = (actor: Actor, record: ApiKeyRecord): PendingWrite[] => [
  ApiKeyEntity.create(record),
  pointerTo(record),
  recordAct(actor, { action: "key_made", target: record.name }),
];

/**
 * Puts another key in the place of the present one, which works for a while longer.
 * @throws AppError conflict when someone else was quicker
 */
export async function replaceKey(
  actor: Actor,
  record: ApiKeyRecord,
  fresh: Pick<ApiKeyRecord, "keyHash" | "ending" | "createdBy">,
  overlapMs: number,
): Promise<ApiKeyRecord> {
  const { accountId, keyId, keyHash: old } = record;
  const until = overlapMs === 0 ? undefined : now() + overlapMs;
  const before =
    until === undefined ? undefined : { replacedHash: old, replacedUntil: toIso(until) };
  const change = ApiKeyEntity.patch({ accountId, keyId });
  const replaced =
    before === undefined
      ? change.set({ ...fresh, createdAt: nowIso() }).remove(["replacedHash", "replacedUntil"])
      : change.set({ ...fresh, createdAt: nowIso(), ...before });
  await commitOrConflict([
    replaced.where((row, is) => is.eq(row.keyHash, old)),
    pointerTo({ ...fresh, accountId, keyId }),
    until === undefined
      ? ApiKeyHashEntity.delete({ keyHash: old })
      : ApiKeyHashEntity.patch({ keyHash: old }).set({ ttl: Math.ceil(until / 1000) }),
    ...pointersBefore(record),
    recordAct(actor, { action: "key_made", target: record.name }),
  ]);
  const { replacedHash: _hash, replacedUntil: _until, ...rest } = record;
  return { ...rest, ...fresh, createdAt: nowIso(), ...before };
}

/** For a transaction: a key and the one that it replaced are dead, and its place is free. */
export function writesOfRemoval(
  actor: Actor,
  record: ApiKeyRecord,
  target = record.name,
): PendingWrite[] {
  const { accountId, keyId, keyHash, place } = record;
  return [
    ApiKeyEntity.remove({ accountId, keyId }).where((row, is) => is.eq(row.keyHash, keyHash)),
    ApiKeyHashEntity.delete({ keyHash }),
    ...pointersBefore(record),
    ...(place === undefined ? [] : [dropClaim(slotClaim(accountId, place))]),
    recordAct(actor, { action: "key_revoked", target }),
  ];
}

export const commitOrConflict = (writes: readonly PendingWrite[]): Promise<void> =>
  commit(writes, { otherwise: () => changedMeanwhile("key") });

const pointerTo = ({
  keyHash,
  accountId,
  keyId,
}: Pick<ApiKeyRecord, "keyHash" | "accountId" | "keyId">) =>
  ApiKeyHashEntity.create({ keyHash, accountId, keyId });

const pointersBefore = ({ replacedHash }: ApiKeyRecord): PendingWrite[] =>
  replacedHash === undefined ? [] : [ApiKeyHashEntity.delete({ keyHash: replacedHash })];

export const slotClaim = (accountId: number, place: number) => ({
  scope: accountId,
  kind: "api-key-place",
  value: String(place),
});

function freeSlot(keys: readonly ApiKeyRecord[]): number {
  const place = freeSlotAmong(keys, MOST_API_KEYS);
  if (place !== undefined) return place;
  throw new AppError("conflict", "apiKey.most", { most: MOST_API_KEYS });
}
