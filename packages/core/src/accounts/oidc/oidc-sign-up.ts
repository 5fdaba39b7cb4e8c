import { TransactionRefused } from "@thaw/data/transact";
import { originOf } from "../../actor.ts";
import { operation } from "../../operation.ts";
import { newAddressLink } from "../login/address-link.ts";
import { spendOneTimeToken } from "../login/one-time-token.ts";
import { mailFirstLink, openAccount } from "../login/sign-up.ts";
import { newSignUpProof } from "../login/sign-up-proof.ts";
import { takeSignUp } from "../login/stranger-mail.ts";
import { issueSession } from "../session/session.ts";
import { unknownPassword } from "../team/take-over.ts";
import { linkWrites } from "./identity-record.ts";
import { nameOfIssuer, requireIssuer } from "./issuers.ts";
import { CompleteOidcSignUp, OidcEntry, OidcStep, OidcWait } from "./oidc.schema.ts";
import { hostOf } from "./oidc-sign-in.ts";
import { find, stale } from "./oidc-state.ts";

/** What a sign-in that has begun waits for. @throws AppError invalid when it waits for nothing */
export const getOidcStep = operation({
  permission: "public",
  input: OidcStep,
  output: OidcWait,
  async run(actor, { secret }) {
    const host = hostOf(actor);
    if (await find("oidc-code", secret, host)) return { step: "code" } as const;
    const left = await find("oidc-sign-up", secret, host);
    if (!left?.person) throw stale();
    const { email, name } = left.person;
    return { step: "sign_up", email, name, issuer_name: nameOfIssuer(left.issuerId) } as const;
  },
});

/**
 * An account for someone whom an issuer knows, by the same rules as any other: the trial begins when the address is proven,
 * which a trusted issuer's word is; otherwise a link is mailed.
 *
 * @throws AppError conflict when the address has a user, or the identity an account
 */
export const completeOidcSignUp = operation({
  permission: "public",
  input: CompleteOidcSignUp,
  output: OidcEntry,
  async run(actor, { secret, name, referral_code }) {
    const host = hostOf(actor);
    const left = await find("oidc-sign-up", secret, host);
    if (!left?.person) throw stale();
    const { issuerId, next = null } = left;
    requireIssuer(issuerId, host);
    const { identityId, email, isProven } = left.person;
    await takeSignUp(actor);
    // A mailed link sets one that someone knows.
    const password = await unknownPassword();
    let link = "";
    const owner = await openAccount(
      {
        name,
        email,
        ...password,
        isEmailVerified: isProven,
        ...(referral_code === undefined ? {} : { referredByCode: referral_code }),
      },
      (key) => {
        const draft = { ...key, identityId, issuerId, email };
        const token = newAddressLink(key, { from: email, to: email });
        link = token.secret;
        return [
          spendOneTimeToken("oidc-sign-up", secret),
          ...linkWrites({ ...key, origin: originOf(actor) }, "global", draft),
          ...(isProven ? [] : [token.write]),
        ];
      },
    ).catch((error: unknown) => {
      // Finished elsewhere meanwhile.
      if (error instanceof TransactionRefused) throw stale();
      throw error;
    });
    if (!isProven) {
      await mailFirstLink(owner, link);
      return { step: "verify", email, sign_up_proof: await newSignUpProof(owner) } as const;
    }
    const { token } = await issueSession(owner, originOf(actor));
    return { step: "signed_in", token, next } as const;
  },
});
