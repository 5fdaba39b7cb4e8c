import { now, spanOf } from "../../clock.ts";
import type { UserRecord } from "../user/user-record.ts";
import { readToken, signToken } from "./signed-token.ts";

/** A link of a sign-up can be had anew for as long as someone likes; later the password is chosen again. */
const PROOF_MS = 30 * 24 * 60 * 60_000;

/**
 * A token for the browser that signed up, or that typed the password of an unverified address. Another browser has none: a
 * person who opens the link there did not choose the password.
 */
export function newSignUpProof({ userId }: Pick<UserRecord, "userId">): Promise<string> {
  return signToken("sign-up", { sub: String(userId) }, now() + spanOf(PROOF_MS));
}

export async function provesSignUp(
  proof: string | undefined,
  { userId }: Pick<UserRecord, "userId">,
): Promise<boolean> {
  if (proof === undefined) return false;
  return (await readToken("sign-up", proof))?.sub === String(userId);
}
