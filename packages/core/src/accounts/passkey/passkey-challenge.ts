import { commit, commitIfExpected } from "@thaw/data/transact";
import * as v from "valibot";
import {
  findOneTimeToken,
  newOneTimeToken,
  type OneTimeTokenKind,
  spendOneTimeToken,
} from "../login/one-time-token.ts";

type Kind = Extract<OneTimeTokenKind, `passkey-${string}`>;
type Holder = { accountId: number; userId: number };

/** The user is not known before the sign-in. */
export const ANYBODY: Holder = { accountId: 0, userId: 0 };

const ClientData = v.object({ challenge: v.pipe(v.string(), v.maxLength(100)) });

/** 256 bits, base64url, that can be answered once within five minutes. */
export async function issueChallenge(kind: Kind, holder: Holder): Promise<string> {
  const { secret, write } = newOneTimeToken(kind, holder);
  await commit([write]);
  return secret;
}

/**
 * Uses up the challenge that a device says it has signed (WebAuthn 5.8.1), before anything else is looked at.
 *
 * @returns the challenge; undefined when we gave none like it to this holder, it was used or is too old
 */
export async function spendChallenge(
  kind: Kind,
  holder: Holder,
  clientDataJSON: string,
): Promise<string | undefined> {
  const challenge = challengeOf(clientDataJSON);
  if (challenge === undefined) return undefined;
  const found = await findOneTimeToken(kind, challenge);
  if (found?.userId !== holder.userId) return undefined;
  return (await commitIfExpected([spendOneTimeToken(kind, challenge)])) ? challenge : undefined;
}

function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    return v.parse(ClientData, data).challenge;
  } catch {
    return undefined;
  }
}
