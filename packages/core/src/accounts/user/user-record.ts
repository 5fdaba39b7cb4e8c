import { randomInt, randomUUID } from "node:crypto";
import { commit } from "@thaw/data/transact";
import { nowIso } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { dropClaim, findClaim, takeClaim } from "../../kernel/claim/claim.ts";
import { idSequence } from "../../kernel/id-block/id-block.ts";
import { UserEntity, type UserRecord } from "./user.entity.ts";

export type { UserRecord };

export const userIds = idSequence("user");

const CODE_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
function newReferralCode(): string {
  const letters = Array.from({ length: 10 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]);
  return `SW-${letters.join("")}`;
}
type NewUser = Omit<
  UserRecord,
  "uuid" | "status" | "hasOnboardingCompleted" | "onboardingStage" | "referralCode" | "createdAt"
> & { status?: UserRecord["status"] };
type OtherWrites = Parameters<typeof commit>[0];
const emailClaim = (email: string) =>
  ({ scope: "global", kind: "user-email", value: email.trim() }) as const;
export const codeClaim = (code: string) =>
  ({ scope: "global", kind: "referral-code", value: code }) as const;

/** An agency's client may be someone elsewhere too. */
const clientClaim = (accountId: number, email: string) =>
  ({ scope: accountId, kind: "client-email", value: email.trim() }) as const;
export const addressClaim = ({
  kind,
  accountId,
  email,
}: Pick<UserRecord, "kind" | "accountId" | "email">) =>
  kind === "client" ? clientClaim(accountId, email) : emailClaim(email);

/** Two users of one kind with one address. */
export function addressTaken(kind: UserRecord["kind"]): AppError {
  const key = kind === "client" ? "client.addressTaken" : "account.addressTaken";
  return AppError.at("conflict", "email", key);
}

/**
 * Creates a user together with `others`, whatever else has to come into being with it.
 *
 * @throws AppError conflict when the address has a user already
 */
export async function createUser(user: NewUser, others: OtherWrites = []): Promise<UserRecord> {
  const record: UserRecord = {
    ...user,
    uuid: randomUUID(),
    status: user.status ?? "active",
    hasOnboardingCompleted: user.kind !== "owner",
    onboardingStage: 0,
    referralCode: newReferralCode(),
    createdAt: nowIso(),
  };
  const owner = { accountId: user.accountId, ownerId: user.userId };
  await commit([
    { write: takeClaim(addressClaim(user), owner), otherwise: () => addressTaken(user.kind) },
    takeClaim(codeClaim(record.referralCode), owner),
    UserEntity.create(record),
    ...others,
  ]);
  return record;
}

/** For a transaction: a user who has never come in is gone, and the address is free again. */
export function removeInvited(user: UserRecord) {
  const { accountId, userId, referralCode } = user;
  return [
    UserEntity.remove({ accountId, userId }).where((user, is) => is.eq(user.status, "invited")),
    dropClaim(addressClaim(user)),
    dropClaim(codeClaim(referralCode)),
  ];
}

export async function findUser(key: {
  accountId: number;
  userId: number;
}): Promise<UserRecord | undefined> {
  const { data } = await UserEntity.get(key).go({ consistent: true });
  return data ?? undefined;
}

/** Costs the same two reads whether the address is known or not. */
export async function findUserByEmail(email: string): Promise<UserRecord | undefined> {
  const owner = await findClaim(emailClaim(email));
  return findUser({ accountId: owner?.accountId ?? 0, userId: owner?.ownerId ?? 0 });
}

/** As `findUserByEmail`, among the clients of one agency. */
export async function findClientByEmail(
  accountId: number,
  email: string,
): Promise<UserRecord | undefined> {
  const owner = await findClaim(clientClaim(accountId, email));
  return findUser({ accountId, userId: owner?.ownerId ?? 0 });
}

/** To be read with `go`, on a condition that the caller adds. */
export const usersOf = (accountId: number) => UserEntity.query.byAccount({ accountId });

/** A change of a user who exists; the caller adds what is set, and on which condition. */
export const patchUser = (key: { accountId: number; userId: number }) => UserEntity.patch(key);

/** The users of an account, deleted ones too, a page at a time. */
export async function* listUsers(accountId: number): AsyncGenerator<UserRecord[]> {
  let cursor: string | null = null;
  do {
    const page: { data: UserRecord[]; cursor: string | null } = await UserEntity.query
      .byAccount({ accountId })
      .go({ limit: 50, cursor, consistent: true });
    yield page.data;
    cursor = page.cursor;
  } while (cursor !== null);
}
