import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { SignUp } from "../account/account.schema.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** OpenID Connect Discovery 1.0, 2: https. Nothing else leaves this machine, so that plain http stays on it. */
const IssuerUrl = v.pipe(
  v.string(),
  v.url("is no address"),
  v.check((text) => {
    const { protocol, hostname } = new URL(text);
    return protocol === "https:" || (protocol === "http:" && LOOPBACK.has(hostname));
  }, "is no https address"),
);

/** What the operator says of an issuer (OIDC_ISSUERS): nobody else can add one. */
const IssuerSettings = v.strictObject({
  /** Part of the callback's address. */
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,30}$/)),
  /** On the button. */
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(60)),
  issuer: IssuerUrl,
  client_id: v.pipe(v.string(), v.nonEmpty()),
  client_secret: v.optional(v.string()),
  /** A verified address of this issuer proves that someone is its owner here too. */
  is_trusted: v.optional(v.boolean(), false),
  /** The claim that says so; Microsoft's is `xms_edov`. */
  verified_claim: v.optional(v.string(), "email_verified"),
  /** The hosts of agencies whose clients may use it; our own when absent. */
  hosts: v.optional(v.array(v.pipe(v.string(), v.toLowerCase()))),
});
export type OidcIssuer = v.InferOutput<typeof IssuerSettings>;

export const IssuerList = v.pipe(
  v.string(),
  v.parseJson(undefined, "is no JSON"),
  v.array(IssuerSettings),
  v.checkItems(
    ({ id }, index, all) => all.findIndex((other) => other.id === id) === index,
    "is there twice",
  ),
);

const IssuerId = v.pipe(v.string(), v.maxLength(30));
const Secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, issueText("beginAgain")));
/** Where to go afterwards; the adapter that goes there checks that it is a page of ours. */
const Next = v.optional(v.pipe(v.string(), v.maxLength(500)));

export const BeginOidc = v.object({ issuer_id: IssuerId, next: Next });
export const BeginOidcLink = v.object({
  issuer_id: IssuerId,
  /** Asked for when the session is older than ten minutes. */
  password: v.optional(v.pipe(v.string(), v.maxLength(1000))),
});
export const OidcBeginning = v.object({
  /** Where the browser goes. */
  url: v.string(),
  /** What the browser keeps, and brings back with the answer. */
  secret: v.string(),
});
export const FinishOidc = v.object({
  issuer_id: IssuerId,
  secret: Secret,
  /** What the issuer sent the browser back with. */
  query: v.pipe(v.string(), v.maxLength(8000)),
});
export const OidcStep = v.object({ secret: Secret });
const SIX_DIGITS = issueText("codeDigits");
// What is left out has no value that its own schema could judge; a form leaves out what is empty.
export const AnswerOidcCode = v.object(
  { secret: Secret, otp: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, SIX_DIGITS)) },
  SIX_DIGITS,
);
/** As any other sign-up; the issuer says the address. */
export const CompleteOidcSignUp = v.object(
  { secret: Secret, ...v.omit(SignUp, ["email", "password"]).entries },
  SignUp.message,
);

const next = v.nullable(v.string());
const SignedIn = v.object({ step: v.literal("signed_in"), token: v.string(), next });
/** The account is there and waits for the link that was mailed. */
const Verify = v.object({
  step: v.literal("verify"),
  email: v.string(),
  /** As a sign-up by password gives it. */
  sign_up_proof: v.string(),
});
/** `secret` takes the place of the one before. */
export const OidcAnswer = v.variant("step", [
  SignedIn,
  Verify,
  v.object({ step: v.literal("code"), secret: v.string() }),
  v.object({ step: v.literal("sign_up"), secret: v.string() }),
  v.object({ step: v.literal("linked"), name: v.string() }),
]);
export type OidcAnswer = v.InferOutput<typeof OidcAnswer>;
export const OidcEntry = v.variant("step", [SignedIn, Verify]);

export const OidcWait = v.variant("step", [
  v.object({ step: v.literal("code") }),
  v.object({
    step: v.literal("sign_up"),
    email: v.string(),
    name: v.string(),
    issuer_name: v.string(),
  }),
]);

export const OidcIssuerPage = v.object({
  items: v.array(v.object({ id: v.string(), name: v.string() })),
});

const Identity = v.object({
  id: v.string(),
  issuer_id: v.string(),
  issuer_name: v.string(),
  /** As the issuer had it when it was linked. */
  email: v.string(),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
});
export type Identity = v.InferOutput<typeof Identity>;
export const IdentityPage = v.object({ items: v.array(Identity), total: v.number() });
export const IdentityKey = v.object({
  identity_id: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
