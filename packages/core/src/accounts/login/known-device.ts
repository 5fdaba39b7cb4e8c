import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { now, spanOf } from "../../clock.ts";
import { credentialMark } from "../session/credential-mark.ts";
import { actorOfToken } from "../session/session.ts";
import { findUser, type UserRecord } from "../user/user-record.ts";
import { readToken, signToken } from "./signed-token.ts";

/** How long a browser that signed in is known, in milliseconds. */
export const DEVICE_MS = 365 * 24 * 60 * 60_000;

const Claims = v.object({ did: v.string(), mark: v.string() });

/**
 * A token for the browser of this session: wrong passwords that others try do not lock that browser out (decision 32).
 * Undefined where the session has ended.
 */
export async function newDeviceToken(sessionToken: string): Promise<string | undefined> {
  const actor = await actorOfToken(sessionToken);
  const user = actor && (await findUser(actor));
  if (!user) return undefined;
  const claims = { sub: String(user.userId), did: randomUUID(), mark: credentialMark(user) };
  return signToken("device", claims, now() + spanOf(DEVICE_MS));
}

/** The id of a device that has signed this user in with the present password and address; undefined for any other. */
export async function findKnownDevice(
  token: string | undefined,
  user: UserRecord | undefined,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const claims = v.safeParse(Claims, await readToken("device", token));
  if (!claims.success || !user) return undefined;
  return claims.output.mark === credentialMark(user) ? claims.output.did : undefined;
}
