import { DEFAULT_LOCALE, type Locale } from "@thaw/text/locale";
import type { AccountStatus } from "./kernel/access/account-status.ts";
import type { ActorKind } from "./kernel/access/actor-kind.ts";
import { PERMISSIONS, type Permission } from "./kernel/access/permission.schema.ts";
import { type Scope, WHOLE_ACCOUNT } from "./kernel/access/scope.ts";

export { PERMISSIONS, type Permission };

/** Where a request comes from, as the adapter saw it; never taken from a body. */
export type Origin = {
  ip: string;
  userAgent: string;
  /** The language that the reader prefers. */
  locale?: Locale;
  /** The host that the browser asked, without a port and in lower case. */
  host?: string;
  /** What a browser keeps that has signed in before: see account/known-device.ts. */
  device?: string;
};

/** Who calls an operation. The account is the tenant: everything that an operation touches belongs to it. */
export type Actor = {
  kind: ActorKind;
  accountId: number;
  userId: number;
  permissions: ReadonlySet<Permission>;
  /** The records of the account to which the permissions apply. */
  scope: Scope;
  /** Of people and their programs; the product itself needs none. */
  accountStatus?: AccountStatus;
  sessionId?: string;
  /** Of the key that a program calls with. */
  apiKeyId?: number;
  requestId?: string;
  origin?: Origin;
};

const EVERYTHING: ReadonlySet<Permission> = new Set(PERMISSIONS);

/** The product itself, working for one account. */
export function systemActor(accountId: number): Actor {
  return { kind: "system", accountId, userId: 0, permissions: EVERYTHING, scope: WHOLE_ACCOUNT };
}

/** Who calls, a person or one of an account's keys: what is counted or kept by caller has this name. */
export function callerOf({ accountId, userId, apiKeyId }: Actor): string {
  return apiKeyId === undefined ? `user:${userId}` : `key:${accountId}:${apiKeyId}`;
}

const UNKNOWN: Origin = { ip: "", userAgent: "" };

export function originOf(actor: Actor): Origin {
  return actor.origin ?? UNKNOWN;
}

/** For texts that are part of what an operation gives. */
export const localeOfActor = (actor: Actor): Locale => originOf(actor).locale ?? DEFAULT_LOCALE;

export const NOBODY: Actor = {
  kind: "nobody",
  accountId: 0,
  userId: 0,
  permissions: new Set(),
  scope: WHOLE_ACCOUNT,
};
