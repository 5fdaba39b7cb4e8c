import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { examineStage } from "../../scripts/doctor/check-stage.ts";
import { type Finding, isBlocked, printed } from "../../scripts/doctor/finding.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { startAws, type World } from "./aws.ts";
import {
  ARN,
  DISTRIBUTION,
  goodSettings,
  goodWorld,
  HOST,
  SENDER,
  SERVICE_HOST,
  secretsOf,
} from "./good-world.ts";

type Hosts = Parameters<typeof startDnsServer>[0];
type Scene = { world: World; settings: ReturnType<typeof goodSettings>; hosts: Hosts };

/** What the doctor finds of a stage in a world that differs from the good one by what `change` says. */
async function findingsOf(
  change: (scene: Scene) => void = () => {},
  { stage = "prod", environment = {} as Record<string, string | undefined> } = {},
): Promise<Finding[]> {
  const scene: Scene = {
    world: goodWorld(),
    settings: goodSettings(),
    hosts: { [HOST]: [DISTRIBUTION], [SERVICE_HOST]: [DISTRIBUTION] },
  };
  change(scene);
  using aws = await startAws(scene.world);
  await using dns = await startDnsServer(scene.hosts);
  const folder = mkdtempSync(path.join(tmpdir(), "thaw-doctor-"));
  const file = path.join(folder, "thaw.settings.json");
  writeFileSync(file, JSON.stringify(scene.settings));
  const surroundings = {
    AWS_PROFILE: undefined,
    AWS_DEFAULT_REGION: undefined,
    DNS_SERVERS: dns.address,
    THAW_SETTINGS: file,
  };
  for (const [name, value] of Object.entries({
    ...aws.environment,
    ...surroundings,
    ...environment,
  })) {
    vi.stubEnv(name, value);
  }
  try {
    return (await examineStage(stage, "all")).all;
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
}

const worse = (all: readonly Finding[]) => all.filter(({ state }) => state !== "ok");

test("where all is well nothing has to be mended, before and after a deployment [OPS-03]", async () => {
  const after = await findingsOf();
  expect(worse(after)).toEqual([]);
  expect(new Set(after.map(({ subject }) => subject)).size).toBe(12);
  const before = await findingsOf(({ world, hosts }) => {
    for (const name of Object.keys(world.stacks))
      if (name !== "CDKToolkit") delete world.stacks[name];
    world.distributions = [{ id: "E2OTHER", domain: "d2.cloudfront.net", aliases: [] }];
    for (const host of Object.keys(hosts)) delete hosts[host];
  });
  expect(worse(before)).toEqual([
    {
      subject: "DNS",
      state: "warns",
      says: `${HOST}, ${SERVICE_HOST} cannot point to the stage before it is deployed`,
      mend: expect.stringContaining("after the deployment"),
    },
  ]);
});

type Case = [
  name: string,
  change: (scene: Scene) => void,
  state: Finding["state"],
  subject: string,
  says: RegExp,
  mend: RegExp,
];

const prod = ({ settings }: Scene) => {
  const { prod: found } = settings.stages;
  if (!found) throw new Error("There is no prod");
  return found;
};
const certificate = ({ world }: Scene) => {
  const found = world.certificates[ARN];
  if (!found) throw new Error("There is no certificate");
  return found;
};
const set =
  (secrets: Record<string, string>) =>
  ({ world }: Scene) =>
    void Object.assign(world.parameters, secretsOf("prod", secrets));
const stack =
  (name: string, status: string) =>
  ({ world }: Scene) =>
    void (world.stacks[name] = { ...world.stacks[name], status });

const CASES: Case[] = [
  // Secrets.
  [
    "no secrets",
    ({ world }) => void (world.parameters = {}),
    "blocks",
    "secrets",
    /^TOKEN_SECRET is not set/,
    /secrets set TOKEN_SECRET .* --stage prod/,
  ],
  [
    "a short word of the edge",
    set({ EDGE_SECRET: "short" }),
    "blocks",
    "secrets",
    /^EDGE_SECRET is too short/,
    /secrets set EDGE_SECRET/,
  ],
  [
    "a short signing secret",
    set({ TOKEN_SECRET: "short" }),
    "blocks",
    "secrets",
    /TOKEN_SECRET has fewer/,
    /secrets set TOKEN_SECRET/,
  ],
  [
    "issuers that are no JSON",
    set({ OIDC_ISSUERS: "google" }),
    "warns",
    "secrets",
    /OIDC_ISSUERS/,
    /deploy\.md/,
  ],
  [
    "secrets larger than an environment",
    set({ OIDC_ISSUERS: JSON.stringify(["x".repeat(4_000)]) }),
    "blocks",
    "environment",
    /of 4096 bytes/,
    /OIDC_ISSUERS/,
  ],
  // Settings.
  [
    "an example address",
    (scene) => void (prod(scene).emailFrom = "a@thaw.example"),
    "blocks",
    "settings",
    /^stages\.prod\.emailFrom: is an example/,
    /thaw\.settings\.json/,
  ],
  [
    "no operator",
    (scene) => void delete prod(scene).operatorEmail,
    "blocks",
    "settings",
    /^stages\.prod\.operatorEmail: is missing/,
    /thaw\.settings\.json/,
  ],
  [
    "no domain",
    (scene) => void delete prod(scene).domain,
    "warns",
    "settings",
    /no domain/,
    /give it a domain/,
  ],
  // Bootstrap and stacks.
  [
    "no bootstrap",
    ({ world }) => void delete world.stacks.CDKToolkit,
    "warns",
    "bootstrap",
    /not in this account/,
    /npm run deploy/,
  ],
  [
    "an old bootstrap",
    ({ world }) =>
      void (world.stacks.CDKToolkit = { outputs: { BootstrapVersion: "6", BucketName: "b" } }),
    "warns",
    "bootstrap",
    /too old \(version 6\)/,
    /npm run deploy/,
  ],
  [
    "a bootstrap that failed",
    stack("CDKToolkit", "UPDATE_ROLLBACK_FAILED"),
    "blocks",
    "bootstrap",
    /UPDATE_ROLLBACK_FAILED/,
    /delete it/,
  ],
  [
    "a bootstrap under way",
    stack("CDKToolkit", "CREATE_IN_PROGRESS"),
    "blocks",
    "bootstrap",
    /CREATE_IN_PROGRESS/,
    /wait/,
  ],
  [
    "another deployment",
    stack("prod-thaw-Web", "UPDATE_IN_PROGRESS"),
    "blocks",
    "stacks",
    /prod-thaw-Web is UPDATE_IN_PROGRESS/,
    /wait/,
  ],
  [
    "a rollback that failed",
    stack("prod-thaw-Api", "UPDATE_ROLLBACK_FAILED"),
    "blocks",
    "stacks",
    /prod-thaw-Api/,
    /ContinueUpdateRollback/,
  ],
  [
    "a removal that failed",
    stack("prod-thaw-Api", "DELETE_FAILED"),
    "blocks",
    "stacks",
    /DELETE_FAILED/,
    /events/,
  ],
  [
    "a first creation that failed",
    stack("prod-thaw-Api", "ROLLBACK_COMPLETE"),
    "warns",
    "stacks",
    /ROLLBACK_COMPLETE/,
    /begins anew/,
  ],
  // Quotas.
  [
    "the quota of a new account",
    ({ world }) => void (world.concurrency = 10),
    "warns",
    "Lambda",
    /runs 10 functions at once/,
    /Service Quotas/,
  ],
  // SES.
  [
    "the sandbox",
    ({ world }) => void (world.ses.production = false),
    "warns",
    "email",
    /sandbox/,
    /production access/,
  ],
  [
    "an account that may not send",
    ({ world }) => void (world.ses.sending = false),
    "warns",
    "email",
    /sends nothing/,
    /AWS Support/,
  ],
  [
    "an account shut down",
    ({ world }) => void (world.ses.enforcement = "SHUTDOWN"),
    "warns",
    "email",
    /sends nothing .*SHUTDOWN/,
    /AWS Support/,
  ],
  [
    "an account under review",
    ({ world }) => void (world.ses.enforcement = "PROBATION"),
    "warns",
    "email",
    /under review/,
    /SES console/,
  ],
  [
    "a small sending quota",
    ({ world }) => void (world.ses.perDay = 200),
    "warns",
    "email",
    /200 emails a day/,
    /Service Quotas/,
  ],
  [
    "a sender that nobody created",
    ({ world }) => void (world.identities = {}),
    "warns",
    "email",
    new RegExp(`not verified ${SENDER}`),
    /create acme-mail\.net/,
  ],
  [
    "a sender that is not verified yet",
    ({ world }) =>
      void (world.identities = {
        "acme-mail.net": { verified: false, dkim: "PENDING", tokens: ["abc"] },
      }),
    "warns",
    "email",
    /not verified/,
    /CNAME abc\._domainkey\.acme-mail\.net → abc\.dkim\.amazonses\.com/,
  ],
  [
    "a sender without DKIM",
    ({ world }) => void (world.identities = { [SENDER]: { verified: true } }),
    "warns",
    "email",
    /does not sign with DKIM/,
    /DKIM/,
  ],
  // Certificate.
  [
    "no such certificate",
    ({ world }) => void (world.certificates = {}),
    "blocks",
    "certificate",
    /there is no certificate arn:/,
    /request one for app\.acme-mail\.net, analytics\.acme-mail\.net in ACM, us-east-1/,
  ],
  [
    "a certificate that waits",
    (scene) =>
      void Object.assign(certificate(scene), {
        Status: "PENDING_VALIDATION",
        record: { Name: "_x.acme-mail.net", Type: "CNAME", Value: "_y.acm-validations.aws" },
      }),
    "blocks",
    "certificate",
    /waits to be validated/,
    /CNAME _x\.acme-mail\.net → _y\.acm-validations\.aws/,
  ],
  [
    "a certificate that failed",
    (scene) =>
      void Object.assign(certificate(scene), { Status: "FAILED", FailureReason: "CAA_ERROR" }),
    "blocks",
    "certificate",
    /FAILED \(CAA_ERROR\)/,
    /another one/,
  ],
  [
    "a certificate that has expired",
    (scene) => void Object.assign(certificate(scene), { Status: "EXPIRED" }),
    "blocks",
    "certificate",
    /EXPIRED/,
    /another one/,
  ],
  [
    "a certificate that is not renewed",
    (scene) => void Object.assign(certificate(scene), { endsInDays: 9.5 }),
    "warns",
    "certificate",
    /expires in 9 days/,
    /renews it/,
  ],
  [
    "a certificate of other names",
    (scene) => void Object.assign(certificate(scene), { names: [HOST] }),
    "blocks",
    "certificate",
    /does not name analytics\.acme-mail\.net$/,
    /that names app\.acme-mail\.net, analytics\.acme-mail\.net/,
  ],
  [
    "a certificate for one label more",
    (scene) => void Object.assign(certificate(scene), { names: ["*.net"] }),
    "blocks",
    "certificate",
    /does not name app/,
    /request one/,
  ],
  [
    "a certificate in another region",
    (scene) =>
      void Object.assign(prod(scene).domain as object, {
        certificateArn: ARN.replace("us-east-1", "eu-west-1"),
      }),
    "blocks",
    "settings",
    /certificateArn: is in another region/,
    /thaw\.settings\.json/,
  ],
  [
    "a certificate of another account",
    (scene) =>
      void Object.assign(prod(scene).domain as object, {
        certificateArn: ARN.replace("123456789012", "210987654321"),
      }),
    "blocks",
    "certificate",
    /of the account 210987654321/,
    /in this account/,
  ],
  [
    "an agency's host outside its certificate",
    (scene) =>
      void (prod(scene).whiteLabelHosts = [
        { id: "a", host: "outreach.agency.net", certificateArn: ARN },
      ]),
    "blocks",
    "certificate",
    /does not name outreach\.agency\.net/,
    /request one/,
  ],
  // CloudFront.
  [
    "a host of another distribution",
    ({ world }) =>
      void (world.distributions = [
        { id: "E9OTHER", domain: "d9.cloudfront.net", aliases: [HOST] },
      ]),
    "blocks",
    "CloudFront",
    /is a name of the distribution E9OTHER/,
    /take app\.acme-mail\.net off/,
  ],
  [
    "an account without distributions",
    ({ world }) => void (world.distributions = []),
    "warns",
    "CloudFront",
    /no distribution yet/,
    /Support/,
  ],
  [
    "an account that is not verified",
    ({ world }) =>
      void (world.refused["cloudfront:ListDistributions"] = {
        status: 403,
        code: "AccessDenied",
        message: "Your account must be verified before you can add new CloudFront resources.",
      }),
    "blocks",
    "CloudFront",
    /not verified this account/,
    /Support/,
  ],
  // DNS.
  [
    "a host that is not in the DNS",
    ({ hosts }) => void delete hosts[HOST],
    "warns",
    "DNS",
    /app\.acme-mail\.net is not in the DNS/,
    new RegExp(`CNAME ${DISTRIBUTION}`),
  ],
  [
    "a host that points elsewhere",
    ({ hosts }) => void (hosts[HOST] = ["old.host.net"]),
    "warns",
    "DNS",
    /points to old\.host\.net/,
    new RegExp(`CNAME ${DISTRIBUTION}`),
  ],
  [
    "a host with another's address",
    ({ hosts }) =>
      void Object.assign(hosts, { [HOST]: ["192.0.2.1"], [DISTRIBUTION]: ["192.0.2.9"] }),
    "warns",
    "DNS",
    /other addresses \(192\.0\.2\.1\)/,
    /ALIAS/,
  ],
  [
    "a name server that fails",
    ({ hosts }) => void (hosts[HOST] = null),
    "not checked",
    "DNS",
    /no answer about app\.acme-mail\.net \(ESERVFAIL\)/,
    /name servers/,
  ],
];

test.each(CASES)(
  "it finds %s, and says the mend [OPS-03]",
  async (_, change, state, subject, says, mend) => {
    const found = worse(await findingsOf(change));
    const finding = found.find((each) => each.subject === subject && says.test(each.says));
    expect(finding, printed(found)).toMatchObject({ state, mend: expect.stringMatching(mend) });
    expect(isBlocked(found)).toBe(found.some((each) => each.state === "blocks"));
  },
);

test("a host with an address of the distribution points to it", async () => {
  const addresses = ["192.0.2.1", "192.0.2.2"];
  const found = await findingsOf(({ hosts }) => {
    Object.assign(hosts, { [HOST]: addresses, [DISTRIBUTION]: ["192.0.2.2", "192.0.2.3"] });
  });
  expect(worse(found)).toEqual([]);
});

const CALLS = {
  "ssm:GetParametersByPath": ["secrets", "environment"],
  "cloudformation:DescribeStacks": ["bootstrap", "stacks", "CloudFront", "DNS"],
  "acm:DescribeCertificate": ["certificate"],
  "cloudfront:ListDistributions": ["CloudFront"],
  "lambda:GetAccountSettings": ["Lambda"],
  "ses:GetAccount": ["email"],
  "ses:GetEmailIdentity": ["email"],
} as const;

test.each(Object.entries(CALLS))(
  "what needs %s is not checked where that is denied, and never well [OPS-03]",
  async (call, subjects) => {
    const found = await findingsOf(({ world }) => {
      world.refused[call] = { status: 403, code: "AccessDeniedException" };
    });
    for (const subject of subjects) {
      expect(
        found.filter((each) => each.subject === subject),
        subject,
      ).toEqual([
        {
          subject,
          state: "not checked",
          says: `${call} is denied (AccessDeniedException)`,
          mend: `allow these credentials ${call}`,
        },
      ]);
    }
    const others = found.filter(
      ({ subject }) => !(subjects as readonly string[]).includes(subject),
    );
    expect(worse(others)).toEqual([]);
  },
);

describe("without an account nothing is said to be well [OPS-03]", () => {
  const noOne = {
    AWS_ACCESS_KEY_ID: undefined,
    AWS_SECRET_ACCESS_KEY: undefined,
    HOME: "/nowhere",
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_CONFIG_FILE: "/nowhere",
    AWS_SHARED_CREDENTIALS_FILE: "/nowhere",
  };
  const refused =
    (code: string) =>
    ({ world }: Scene) =>
      void (world.refused["sts:GetCallerIdentity"] = { status: 403, code });
  test.each<[string, (scene: Scene) => void, Record<string, string | undefined>, RegExp, RegExp]>([
    ["missing credentials", () => {}, noOne, /there are no credentials/, /AWS_PROFILE/],
    [
      "expired credentials",
      refused("ExpiredToken"),
      {},
      /have expired \(sts:GetCallerIdentity: ExpiredToken\)/,
      /sign in again/,
    ],
    [
      "unknown credentials",
      refused("InvalidClientTokenId"),
      {},
      /does not know the credentials/,
      /AWS_ACCESS_KEY_ID/,
    ],
    ["denied credentials", refused("AccessDenied"), {}, /sts:GetCallerIdentity is denied/, /allow/],
    [
      "an endpoint that nobody answers at",
      () => {},
      { AWS_ENDPOINT_URL: "http://127.0.0.1:1" },
      /cannot be reached \(ECONNREFUSED\)/,
      /AWS_ENDPOINT_URL/,
    ],
  ])("%s", async (_, change, environment, says, mend) => {
    const found = await findingsOf(change, { environment });
    expect(found[0]).toMatchObject({
      subject: "credentials",
      state: "blocks",
      says: expect.stringMatching(says),
      mend: expect.stringMatching(mend),
    });
    const local = new Set(["credentials", "region", "settings"]);
    const asked = found.filter(({ subject }) => !local.has(subject));
    expect(asked).toHaveLength(9);
    expect(new Set(asked.map(({ state }) => state))).toEqual(new Set(["not checked"]));
  });
});

test("a region that is none blocks, and one that is not read is told", async () => {
  const elsewhere = { AWS_REGION: undefined, AWS_DEFAULT_REGION: "eu-west-1" };
  const found = await findingsOf(() => {}, { environment: elsewhere });
  expect(found.find(({ subject }) => subject === "region")).toMatchObject({
    state: "warns",
    mend: expect.stringContaining("AWS_REGION=eu-west-1"),
  });
  const none = await findingsOf(() => {}, { environment: { AWS_REGION: "europe" } });
  expect(none.find(({ subject }) => subject === "region")).toMatchObject({ state: "blocks" });
});

test("secrets are not printed", async () => {
  const canary = "canary-0123456789-0123456789-0123456789";
  const found = await findingsOf(({ world }) => {
    const secrets = {
      TOKEN_SECRET: canary,
      EDGE_SECRET: canary,
      OIDC_ISSUERS: canary.repeat(120),
      AI_KEY: canary,
    };
    Object.assign(world.parameters, secretsOf("prod", secrets));
  });
  expect(found.some(({ state }) => state === "blocks")).toBe(true);
  expect(JSON.stringify(found)).not.toContain("canary");
});

test("a development stage without settings lacks a sender, and nothing blocks it", async () => {
  const found = await findingsOf(
    (scene) => {
      scene.settings.stages = {};
      Object.assign(
        scene.world.parameters,
        secretsOf("dev", { TOKEN_SECRET: "t".repeat(40), EDGE_SECRET: "e".repeat(40) }),
      );
    },
    { stage: "dev" },
  );
  expect(worse(found)).toMatchObject([
    { subject: "settings", state: "warns", says: expect.stringContaining("example address") },
  ]);
});
