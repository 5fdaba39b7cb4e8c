import { type Case, prodOf, set, withStack } from "./doctor-scene.ts";
import { ARN } from "./good-world.ts";

export const ACCOUNT_CASES: Case[] = [
  {
    name: "no secrets",
    change: ({ world }) => void (world.parameters = {}),
    found: [
      "blocks",
      "secrets",
      /^SESSION_KEYS is not set/,
      /npm run keys -- rotate session --stage prod/,
    ],
  },
  {
    name: "a short word of the edge",
    change: set({ EDGE_SECRET: "short" }),
    found: ["blocks", "secrets", /^EDGE_SECRET is too short/, /secrets set EDGE_SECRET/],
  },
  {
    name: "a short signing key",
    change: set({ LINK_KEYS: "1:dG9vIHNob3J0" }),
    found: ["blocks", "secrets", /LINK_KEYS: key 1 has fewer/, /npm run keys/],
  },
  {
    name: "issuers that are no JSON",
    change: set({ OIDC_ISSUERS: "google" }),
    found: ["warns", "secrets", /OIDC_ISSUERS/, /deploy\.md/],
  },
  {
    name: "secrets larger than an environment",
    change: set({ OIDC_ISSUERS: JSON.stringify(["x".repeat(4_000)]) }),
    found: ["blocks", "environment", /of 4096 bytes/, /OIDC_ISSUERS/],
  },
  {
    name: "an example address",
    change: (scene) => void (prodOf(scene).emailFrom = "a@thaw.example"),
    found: [
      "blocks",
      "settings",
      /^stages\.prod\.emailFrom: is an example/,
      /thaw\.settings\.json/,
    ],
  },
  {
    name: "no operator",
    change: (scene) => void delete prodOf(scene).operatorEmail,
    found: [
      "blocks",
      "settings",
      /^stages\.prod\.operatorEmail: is missing/,
      /thaw\.settings\.json/,
    ],
  },
  {
    name: "no domain",
    change: (scene) => void delete prodOf(scene).domain,
    found: ["warns", "settings", /no domain/, /give it a domain/],
  },
  {
    name: "no bootstrap",
    change: ({ world }) => void delete world.stacks.CDKToolkit,
    found: ["warns", "bootstrap", /not in this account/, /npm run deploy/],
  },
  {
    name: "an old bootstrap",
    change: ({ world }) =>
      void (world.stacks.CDKToolkit = { outputs: { BootstrapVersion: "6", BucketName: "b" } }),
    found: ["warns", "bootstrap", /too old \(version 6\)/, /npm run deploy/],
  },
  {
    name: "a bootstrap that failed",
    change: withStack("CDKToolkit", "UPDATE_ROLLBACK_FAILED"),
    found: ["blocks", "bootstrap", /UPDATE_ROLLBACK_FAILED/, /delete it/],
  },
  {
    name: "a bootstrap under way",
    change: withStack("CDKToolkit", "CREATE_IN_PROGRESS"),
    found: ["blocks", "bootstrap", /CREATE_IN_PROGRESS/, /wait/],
  },
  {
    name: "another deployment",
    change: withStack("prod-thaw-Web", "UPDATE_IN_PROGRESS"),
    found: ["blocks", "stacks", /prod-thaw-Web is UPDATE_IN_PROGRESS/, /wait/],
  },
  {
    name: "a rollback that failed",
    change: withStack("prod-thaw-Api", "UPDATE_ROLLBACK_FAILED"),
    found: ["blocks", "stacks", /prod-thaw-Api/, /ContinueUpdateRollback/],
  },
  {
    name: "a removal that failed",
    change: withStack("prod-thaw-Api", "DELETE_FAILED"),
    found: ["blocks", "stacks", /DELETE_FAILED/, /events/],
  },
  {
    name: "a first creation that failed",
    change: withStack("prod-thaw-Api", "ROLLBACK_COMPLETE"),
    found: ["warns", "stacks", /ROLLBACK_COMPLETE/, /begins anew/],
  },
  {
    name: "the quota of a new account",
    change: ({ world }) => void (world.concurrency = 10),
    found: ["warns", "Lambda", /runs 10 functions at once/, /Service Quotas/],
  },
  {
    name: "a certificate in another region",
    change: (scene) =>
      void Object.assign(prodOf(scene).domain as object, {
        certificateArn: ARN.replace("us-east-1", "eu-west-1"),
      }),
    found: ["blocks", "settings", /certificateArn: is in another region/, /thaw\.settings\.json/],
  },
];
