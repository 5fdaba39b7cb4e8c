import { ACCOUNT, REGION, type World } from "./aws.ts";

export const ARN = `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/0`;
export const DISTRIBUTION = "d111111abcdef8.cloudfront.net";
export const HOST = "app.acme-mail.net";
export const SERVICE_HOST = "analytics.acme-mail.net";
export const SENDER = "no-reply@acme-mail.net";

/** The deployer's settings in a world where all is well. */
export const goodSettings = () => ({
  stages: {
    prod: {
      emailFrom: `Acme <${SENDER}>`,
      operatorEmail: "ops@acme-mail.net",
      domain: { name: HOST, certificateArn: ARN, services: { analytics: SERVICE_HOST } },
    },
  } as Record<string, Record<string, unknown>>,
});

export const secretsOf = (stage: string, secrets: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [
      `/sst/thaw/${stage}/Secret/${name}/value`,
      value,
    ]),
  );

/** An account in which a stage `prod` with a domain is deployed, and nothing is left to be wished for. */
export const goodWorld = (): World => ({
  stacks: {
    CDKToolkit: { outputs: { BootstrapVersion: "28", BucketName: `cdk-assets-${REGION}` } },
    ...Object.fromEntries(
      ["Storage", "Hosts", "Api", "Workers", "Monitor"].map((id) => [`prod-thaw-${id}`, {}]),
    ),
    "prod-thaw-Web": { outputs: { Url: `https://${HOST}`, Distribution: DISTRIBUTION } },
  },
  parameters: secretsOf("prod", {
    TOKEN_SECRET: "t".repeat(64),
    EDGE_SECRET: "e".repeat(64),
  }),
  concurrency: 1_000,
  ses: { production: true, sending: true, enforcement: "HEALTHY", perDay: 50_000 },
  identities: { "acme-mail.net": { verified: true, dkim: "SUCCESS" } },
  certificates: { [ARN]: { Status: "ISSUED", names: [HOST, "*.acme-mail.net"] } },
  distributions: [{ id: "E1STAGE", domain: DISTRIBUTION, aliases: [HOST, SERVICE_HOST] }],
  refused: {},
});
