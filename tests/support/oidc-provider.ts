import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

const CLIENT = { id: "thaw-at-issuer", secret: "issuer-secret" };
const KID = "k1";

/** What someone has at the issuer. */
export type Subject = { sub: string; [claim: string]: unknown };
/** What a broken or hostile issuer does to its token. */
export type Twist = {
  claims?: Record<string, unknown>;
  signedBy?: "nobody" | "another key";
  /** Seconds since it was issued; it lives for five minutes. */
  ageSeconds?: number;
};
type Grant = {
  challenge: string;
  redirectUri: string;
  nonce: string;
  subject: Subject;
  twist: Twist;
};

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/**
 * An OpenID provider on a loopback port: discovery, keys, and a token endpoint that checks the client, the address, PKCE and
 * that a code is used once. Its people need no screen: `answer` is what the browser comes back with.
 */
export async function startOidcProvider() {
  const [keys, others] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: KID, alg: "ES256", use: "sig" };
  const grants = new Map<string, Grant>();
  const requests: string[] = [];
  let issuer = "";
  let redirectsTo: string | undefined;
  let visitor: Subject | undefined;

  const sign = async ({ nonce, subject, twist }: Grant): Promise<string> => {
    const issuedAt = Math.floor(Date.now() / 1000) - (twist.ageSeconds ?? 0);
    const claims = {
      iss: issuer,
      aud: CLIENT.id,
      iat: issuedAt,
      exp: issuedAt + 300,
      nonce,
      ...subject,
      ...twist.claims,
    };
    if (twist.signedBy === "nobody") return `${base64url({ alg: "none" })}.${base64url(claims)}.`;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid: KID })
      .sign((twist.signedBy === "another key" ? others : keys).privateKey);
  };

  const refuse = (error: string) => ({ status: 400, body: { error } });
  const trade = async (form: URLSearchParams) => {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const isClient =
      form.get("client_id") === CLIENT.id && form.get("client_secret") === CLIENT.secret;
    if (!isClient) return refuse("invalid_client");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight =
      grant?.challenge === challenge && grant.redirectUri === form.get("redirect_uri");
    if (!grant || !isRight) return refuse("invalid_grant");
    const id_token = await sign(grant);
    return { status: 200, body: { access_token: randomUUID(), token_type: "Bearer", id_token } };
  };

  const answerRequest = async (request: IncomingMessage) => {
    const path = request.url ?? "";
    requests.push(path);
    if (path === "/.well-known/openid-configuration") {
      const body = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
      };
      return { status: 200, body };
    }
    if (path === "/jwks") return { status: 200, body: { keys: [jwk] } };
    if (path === "/token") return trade(new URLSearchParams(await text(request)));
    return { status: 404, body: {} };
  };

  /** The query with which the browser comes back, after someone signed in where the product sent it. */
  const answer = (url: string, subject: Subject, twist: Twist = {}): string => {
    const asked = new URL(url).searchParams;
    const of = (name: string) => asked.get(name) ?? "";
    const isCode = of("response_type") === "code" && of("code_challenge_method") === "S256";
    if (!isCode || of("client_id") !== CLIENT.id || !of("scope").split(" ").includes("openid")) {
      throw new Error(`An issuer would refuse ${url}`);
    }
    const code = randomUUID();
    grants.set(code, {
      challenge: of("code_challenge"),
      redirectUri: of("redirect_uri"),
      nonce: of("nonce"),
      subject,
      twist,
    });
    return new URLSearchParams({ code, state: of("state"), iss: issuer }).toString();
  };

  const sendBack = (path: string) => {
    const url = `${issuer}${path}`;
    if (!visitor) throw new Error("Nobody is at the issuer");
    return `${new URL(url).searchParams.get("redirect_uri")}?${answer(url, visitor)}`;
  };

  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const location = path.startsWith("/authorize?") ? sendBack(path) : redirectsTo;
    if (location !== undefined) {
      response.writeHead(302, { location }).end();
      return;
    }
    void answerRequest(request).then(({ status, body }) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    /** The paths that were asked for, oldest first. */
    requests,
    /** Its entry in OIDC_ISSUERS. */
    entry: (more: Record<string, unknown> = {}) => ({
      id: "corp",
      name: "Corp",
      issuer,
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      ...more,
    }),
    answer,
    /** Whom the issuer signs in when a browser comes. */
    welcome: (subject: Subject) => {
      visitor = subject;
    },
    /** From now on every answer leads elsewhere. */
    redirectTo: (address: string | undefined) => {
      redirectsTo = address;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
