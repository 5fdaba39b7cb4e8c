import type * as v from "valibot";
import { originOf } from "../../actor.ts";
import { AppError } from "../../error.ts";
import { networkOf } from "../../network.ts";
import { operation } from "../../operation.ts";
import { LoginResult, Nothing } from "../account/account.schema.ts";
import { takeAttempt } from "../login/attempt.ts";
import { enterProven } from "../login/login.ts";
import { CHALLENGE_MS } from "../login/one-time-token.ts";
import { findUser } from "../user/user-record.ts";
import { FinishPasskeySignIn, RequestOptions } from "./passkey.schema.ts";
import { userHandleOf } from "./passkey.ts";
import { ANYBODY, issueChallenge, spendChallenge } from "./passkey-challenge.ts";
import { countUse, findPasskey, passkeyIdOf } from "./passkey-record.ts";
import { passkeySite } from "./passkey-site.ts";
import { verifyUse } from "./verify-passkey.ts";

const BEGINNINGS = { kind: "passkey-challenge", limit: 300, windowMs: 60 * 60_000 };

/** What the browser needs to offer the visitor their passkeys. It names nobody: the passkey says whose it is. */
export const beginPasskeySignIn = operation({
  permission: "public",
  input: Nothing,
  output: RequestOptions,
  async run(actor) {
    const { ip } = originOf(actor);
    const { id: rpId } = passkeySite();
    if (ip !== "" && (await takeAttempt(BEGINNINGS, networkOf(ip))) === undefined) {
      throw new AppError("rate_limited", "signIn.tooManyAttempts");
    }
    const challenge = await issueChallenge("passkey-sign-in", ANYBODY);
    return { challenge, rpId, timeout: CHALLENGE_MS, userVerification: "required" } as const;
  },
});

/** Signs in whose passkey it is. Having it and opening it are two factors: no code is mailed. */
export const finishPasskeySignIn = operation({
  permission: "public",
  input: FinishPasskeySignIn,
  output: LoginResult,
  run(actor, { credential }) {
    const counted = { address: `passkey ${passkeyIdOf(credential.id)}`, ip: originOf(actor).ip };
    return enterProven(actor, counted, {
      prove: () => findHolder(credential),
      refusal: "signIn.passkeyUnknown",
    });
  },
});

type Credential = v.InferOutput<typeof FinishPasskeySignIn>["credential"];

async function findHolder(credential: Credential) {
  const { clientDataJSON, userHandle } = credential.response;
  const challenge = await spendChallenge("passkey-sign-in", ANYBODY, clientDataJSON);
  const passkey = await findPasskey(passkeyIdOf(credential.id));
  const user = passkey && (await findUser(passkey));
  // WebAuthn 7.2 step 6: the device says whose passkey it is, and is to be right.
  if (challenge === undefined || !user || userHandle !== userHandleOf(user.uuid)) return undefined;
  const counter = await verifyUse(credential, passkey, { ...passkeySite(), challenge });
  if (counter === undefined || !(await countUse(passkey, counter))) return undefined;
  return user;
}
