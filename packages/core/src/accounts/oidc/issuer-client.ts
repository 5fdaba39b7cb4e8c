import { createHmac } from "node:crypto";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from "openid-client";
import { now } from "../../clock.ts";
import { fetchFromIssuer } from "./issuer-fetch.ts";
import type { OidcIssuer } from "./oidc.schema.ts";

const TIMEOUT_SECONDS = 10;
/** An issuer that moves something keeps the old for longer. */
const KEPT_MS = 60 * 60_000;
const SCOPE = "openid email profile";

/** What an issuer says of someone. `isEmailVerified`: it vouches for the address. */
export type Person = {
  /** The issuer as its token names it: one of many where a tenant has its own. */
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string;
};

const known = new Map<string, { made: Promise<Configuration>; at: number }>();

/** The issuer's metadata, read once an hour by each process. What failed is tried again by the next caller. */
function configurationOf(issuer: OidcIssuer): Promise<Configuration> {
  const key = JSON.stringify(issuer);
  const found = known.get(key);
  if (found && now() - found.at < KEPT_MS) return found.made;
  const made = discover(issuer);
  known.set(key, { made, at: now() });
  made.catch(() => known.delete(key));
  return made;
}

function discover({ issuer, client_id, client_secret }: OidcIssuer): Promise<Configuration> {
  const server = new URL(issuer);
  return discovery(
    server,
    client_id,
    undefined,
    client_secret === undefined ? None() : ClientSecretPost(client_secret),
    {
      [customFetch]: fetchFromIssuer,
      timeout: TIMEOUT_SECONDS,
      execute: [
        // OpenID Connect Core 3.1.3.7, 6 would let TLS alone vouch for the token.
        enableNonRepudiationChecks,
        // What may go without TLS, fetchFromIssuer decides.
        ...(server.protocol === "http:" ? [allowInsecureRequests] : []),
      ],
    },
  );
}

/** State, nonce and PKCE verifier (RFC 7636 4.1) follow from what the browser keeps, so that none is kept here. */
const derive = (secret: string, use: "state" | "nonce" | "verifier") =>
  createHmac("sha256", secret).update(use).digest("base64url");

type Asked = { secret: string; redirectUri: string };

/** Where the browser asks the issuer: authorization code, S256, state and nonce. */
export async function authorizationUrl(issuer: OidcIssuer, asked: Asked): Promise<string> {
  const configuration = await configurationOf(issuer);
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: asked.redirectUri,
    scope: SCOPE,
    state: derive(asked.secret, "state"),
    nonce: derive(asked.secret, "nonce"),
    code_challenge: await calculatePKCECodeChallenge(derive(asked.secret, "verifier")),
    code_challenge_method: "S256",
  });
  return url.href;
}

/** Trades the code in, and reads the token: its signature, issuer, audience, nonce and time. @throws what is wrong with either */
export async function readPerson(
  issuer: OidcIssuer,
  { secret, redirectUri, query }: Asked & { query: string },
): Promise<Person> {
  const configuration = await configurationOf(issuer);
  const came = new URL(redirectUri);
  came.search = query;
  const tokens = await authorizationCodeGrant(configuration, came, {
    expectedState: derive(secret, "state"),
    expectedNonce: derive(secret, "nonce"),
    pkceCodeVerifier: derive(secret, "verifier"),
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("The issuer sent no token");
  const { iss, sub, email, name } = claims;
  const said = claims[issuer.verified_claim];
  return {
    issuer: iss,
    subject: sub,
    email: typeof email === "string" ? email.trim() : undefined,
    // Microsoft writes 1 or "1" and others "true" where the standard has true.
    isEmailVerified: [true, "true", 1, "1"].some((yes) => yes === said),
    name: typeof name === "string" ? name.trim().slice(0, 100) : "",
  };
}
