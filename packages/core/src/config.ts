import { environment, requireEnvironment } from "@thaw/data/config";
import { edgeSecrets } from "./edge-secret.ts";
import { variable } from "./environment.ts";
import type { RingName } from "./kernel/signing-key/key-ring.ts";
import { type QueueName, SERVICES, type SecretName, type ServiceName } from "./manifest.ts";
import type { SecretRight } from "./manifest-spec.ts";

/** The host of an origin, without its port. */
const hostOf = (origin: string | undefined) =>
  origin && URL.canParse(origin) ? new URL(origin).hostname : undefined;

const serviceUrl = (name: ServiceName) =>
  environment(variable.service(name)) ?? `${requireEnvironment(variable.site)}/${name}`;

/** A web page of the operator's, where one is named. */
function webPage(name: string): string | undefined {
  const page = environment(name);
  return page && /^https?:\/\//i.test(page) && URL.canParse(page) ? page : undefined;
}

const RING_SETTINGS = { session: "SESSION_KEYS", link: "LINK_KEYS" } as const satisfies Record<
  RingName,
  SecretName
>;

/** Configuration from environment variables. Read when used, never at import. */
export const config = {
  queueUrl: (name: QueueName) => requireEnvironment(variable.queue(name)),
  secret: (name: SecretName) => requireEnvironment(variable.secret(name)),
  /** A ring of signing keys as it is written down or, where it is not set, the one secret that signs in its place. */
  signingKeys(
    ring: RingName,
  ): { setting: string; text: string } | { setting: string; secret: string } {
    const setting = RING_SETTINGS[ring];
    const text = environment(variable.secret(setting));
    if (text !== undefined) return { setting, text };
    const secret = environment(variable.secret("TOKEN_SECRET"));
    if (secret === undefined) throw new Error(`${setting} is not set`);
    return { setting, secret };
  },
  websocketEndpoint: () => requireEnvironment(variable.websocket),
  emailFrom: () => requireEnvironment(variable.emailFrom),
  encryptionKey: () => requireEnvironment(variable.encryption),
  /** Whether this function may only "seal" secrets or "open" them; undefined where nobody says. */
  secretRight: () => environment(variable.encryptionRight) as SecretRight | undefined,
  /** The function that runs operations which open secrets for those that may only seal; none on one machine. */
  secretFunction: () => environment(variable.secretFunction),
  /** The public origin, without a slash at its end. */
  siteUrl: () => requireEnvironment(variable.site),
  /** The base address of each service, the main server's first. */
  serviceUrls: () => ({
    main: requireEnvironment(variable.site),
    ...Object.fromEntries(SERVICES.map((name) => [name, serviceUrl(name)])),
  }),
  /** Where people write to for a plan. */
  contactEmail: () => environment(variable.contactEmail),
  /** Where browsers send page views; they send none where this is absent. */
  pageViewSink: () => {
    const sink = environment(variable.pageViewSink);
    return sink && URL.canParse(sink) ? sink : undefined;
  },
  /** What people agree to who sign up: pages of the operator's. */
  termsUrl: () => webPage(variable.termsUrl),
  privacyUrl: () => webPage(variable.privacyUrl),
  /** A CloudFront key-value store's ARN, or `file:` and the path of a file on one machine. */
  edgeHosts: () => requireEnvironment(variable.edgeHosts),
  /** "distribution/connection group" of CloudFront, `none`, or `file:` on one machine, where nobody has to be told of a host. */
  edgeTenants: () => environment(variable.edgeTenants) ?? "file:",
  /** What the hosts of agencies point to. */
  whiteLabelTarget: () =>
    environment(variable.whiteLabelTarget) ?? hostOf(environment(variable.site)) ?? "",
  /** The hosts that are the provider's own. */
  providerHosts: () => [
    ...new Set([
      ...[variable.site, ...SERVICES.map(variable.service)].flatMap(
        (name) => hostOf(environment(name)) ?? [],
      ),
      ...(environment(variable.providerHosts) ?? "")
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ]),
  ],
  /** Where browsers post their files to: S3 itself, by path. */
  filesOrigin: () =>
    environment("AWS_ENDPOINT_URL_S3") ?? `https://s3.${environment("AWS_REGION")}.amazonaws.com`,
  /** Mailboxes on private hosts: only where the operator of one machine says so. */
  allowPrivateMailHosts: () => environment("ALLOW_PRIVATE_MAIL_HOSTS") === "true",
  /** Mailboxes on this very machine and no others: the demo world, whose mail never leaves it. */
  onlyLoopbackMailHosts: () => environment("ONLY_LOOPBACK_MAIL_HOSTS") === "true",
  /** Name servers as "address" or "address:port", with commas between them; the system's own when absent. */
  dnsServers: () => environment("DNS_SERVERS")?.split(","),
  /** An endpoint of OpenAI's Chat Completions API. */
  aiBaseUrl: () => environment(variable.aiBaseUrl) ?? "https://api.openai.com/v1",
  /** The models that people choose from, the first for those who do not. */
  aiModels: () =>
    (environment(variable.aiModels) ?? "gpt-4.1-mini,gpt-4.1,gpt-4o-mini")
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  /** The platform's own key, where the operator gave one. */
  aiKey: () => environment(variable.secret("AI_KEY")) ?? environment("AI_KEY"),
  /** Where people may sign in besides here, as JSON: the stage's secret or, on one machine, a variable of that name. */
  oidcIssuers: () => environment(variable.secret("OIDC_ISSUERS")) ?? environment("OIDC_ISSUERS"),
  /** By which what stands behind the edge knows the edge; none on one machine. */
  edgeSecrets: () => edgeSecrets(environment(variable.secret("EDGE_SECRET"))),
  /** Issuers on private hosts: only where the operator of one machine says so. */
  allowPrivateOidcIssuers: () => environment("ALLOW_PRIVATE_OIDC_ISSUERS") === "true",
  /** An extra certificate authority for mail servers, as a path of a PEM file. */
  mailCaFile: () => environment("MAIL_CA_FILE"),
};
