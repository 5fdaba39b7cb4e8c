import { commit, commitIfExpected } from "@thaw/data/transact";
import * as v from "valibot";
import { now } from "../../clock.ts";
import { AppError } from "../../error.ts";
import { parse } from "../../operation.ts";
import {
  findOneTimeToken,
  newOneTimeToken,
  type OneTimeTokenKind,
  spendOneTimeToken,
} from "../login/one-time-token.ts";

type Kind = Extract<OneTimeTokenKind, `oidc-${string}`>;
export type Holder = { accountId: number; userId: number };

/** The user is not known before the sign-in. */
export const ANYBODY: Holder = { accountId: 0, userId: 0 };

/** What a step leaves for the next; `host`: the browser's, which has to be the same. */
const Left = v.object({
  issuerId: v.string(),
  host: v.string(),
  next: v.optional(v.string()),
  person: v.optional(
    v.object({
      identityId: v.string(),
      email: v.string(),
      name: v.string(),
      isProven: v.boolean(),
    }),
  ),
});
export type Left = v.InferOutput<typeof Left>;

/**
 * Stores the state of a step and returns the secret that the browser keeps until the next one. Only the hash of the secret
 * is stored.
 */
export async function leave(kind: Kind, holder: Holder, left: Left): Promise<string> {
  const { secret, write } = newOneTimeToken(kind, { ...holder, boundTo: JSON.stringify(left) });
  await commit([write]);
  return secret;
}

/** @returns undefined for a secret that we gave nobody, of another host, used up or too old */
export async function find(
  kind: Kind,
  secret: string,
  host: string,
): Promise<(Holder & Left) | undefined> {
  const found = await findOneTimeToken(kind, secret);
  if (!found?.boundTo || found.expiresAt <= now()) return undefined;
  const left = parse(Left, JSON.parse(found.boundTo));
  const { accountId, userId } = found;
  return left.host === host ? { ...left, accountId, userId } : undefined;
}

/** Returns true for exactly one of any number of concurrent uses. */
export const spend = (kind: Kind, secret: string): Promise<boolean> =>
  commitIfExpected([spendOneTimeToken(kind, secret)]);

export const stale = () => new AppError("invalid", "signIn.expired");
