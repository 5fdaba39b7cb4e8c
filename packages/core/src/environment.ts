import type { BucketName, QueueName, SecretName, ServiceName } from "./manifest.ts";
import type { Uses } from "./manifest-spec.ts";

/** The only place where an environment variable's name is made up. */
export const variable = {
  table: "TABLE_MAIN",
  bucket: (name: BucketName) => `BUCKET_${name.toUpperCase()}`,
  queue: (name: QueueName) => `QUEUE_${name.toUpperCase()}_URL`,
  /** SST's own form: with prefetched secrets the deployment puts the value itself here. */
  secret: (name: SecretName) => `SST_Secret_value_${name}`,
  websocket: "WEBSOCKET_ENDPOINT",
  emailFrom: "EMAIL_FROM",
  /** A KMS key's ARN, or `file:` and the path of a key file on one machine. */
  encryption: "ENCRYPTION_KEY",
  /** "seal" or "open". */
  encryptionRight: "ENCRYPTION_RIGHT",
  /** The name of the function that runs operations which open secrets. */
  secretFunction: "SECRET_FUNCTION",
  site: "SITE_URL",
  contactEmail: "CONTACT_EMAIL",
  pageViewSink: "PAGE_VIEW_SINK",
  termsUrl: "TERMS_URL",
  privacyUrl: "PRIVACY_URL",
  aiBaseUrl: "AI_BASE_URL",
  aiModels: "AI_MODELS",
  /** Which host is which account's, for the edge: a CloudFront key-value store's ARN, or `file:` and a path. */
  edgeHosts: "EDGE_HOSTS",
  /** "distribution/connection group" of CloudFront for the hosts of agencies, {@link NO_EDGE_TENANTS}, or `file:` on one machine. */
  edgeTenants: "EDGE_TENANTS",
  whiteLabelTarget: "WHITE_LABEL_TARGET",
  /** Further hosts of the provider's own, with commas between them. */
  providerHosts: "PROVIDER_HOSTS",
  /** Where a service is called, where that is not below the public origin: `SMART_DELIVERY_URL`. */
  service: (name: ServiceName) => `${name.toUpperCase().replaceAll("-", "_")}_URL`,
} as const;

/** A stage in the cloud that has no distribution for the hosts of agencies, since it has no domain of its own. */
export const NO_EDGE_TENANTS = "none";

/** What a function's environment holds, each value given by the caller: a CloudFormation token or a local value. */
export type Resolve = {
  table: () => string;
  bucket: (name: BucketName) => string;
  queue: (name: QueueName) => string;
  secret: (name: SecretName) => string;
  websocket: () => string;
  emailFrom: () => string;
  encryption: () => string;
  secretFunction: () => string;
  site: () => string;
  whiteLabelTarget: () => string;
  edgeHosts: () => string;
  edgeTenants: () => string;
};

/** The variables that each flag of `Uses` provides. */
const KNOWN_BY = {
  table: ["table"],
  websocket: ["websocket"],
  email: ["emailFrom"],
  encryption: ["encryption"],
  secretCalls: ["secretFunction"],
  site: ["site"],
  whiteLabel: ["whiteLabelTarget"],
  edge: ["edgeHosts", "edgeTenants"],
} as const;

export function environmentOf(
  uses: Uses<BucketName, QueueName, SecretName>,
  resolve: Resolve,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of uses.buckets ?? []) environment[variable.bucket(name)] = resolve.bucket(name);
  for (const name of uses.queues ?? []) environment[variable.queue(name)] = resolve.queue(name);
  for (const name of uses.secrets ?? []) environment[variable.secret(name)] = resolve.secret(name);
  for (const use of Object.keys(KNOWN_BY) as (keyof typeof KNOWN_BY)[]) {
    if (uses[use]) for (const name of KNOWN_BY[use]) environment[variable[name]] = resolve[name]();
  }
  if (uses.encryption) environment[variable.encryptionRight] = uses.encryption;
  return environment;
}
