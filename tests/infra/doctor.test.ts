import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { type Finding, isBlocked, printed } from "../../scripts/doctor/finding.ts";
import { examineStage } from "../../stacks/doctor/check-stage.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { startAws } from "./aws.ts";
import { ACCOUNT_CASES } from "./doctor-account-cases.ts";
import { EMAIL_CASES } from "./doctor-email-cases.ts";
import { HOSTS_CASES } from "./doctor-hosts-cases.ts";
import type { Scene } from "./doctor-scene.ts";
import {
  DISTRIBUTION,
  goodSettings,
  goodWorld,
  HOST,
  SERVICE_HOST,
  secretsOf,
} from "./good-world.ts";

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

test.each([...ACCOUNT_CASES, ...EMAIL_CASES, ...HOSTS_CASES])(
  "it finds $name, and says the mend [OPS-03]",
  async ({ change, found: [state, subject, says, mend] }) => {
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
  test.each<[string, (scene: Scene) => void, Record<string, string | undefined>, RegExp[]]>([
    ["missing credentials", () => {}, noOne, [/there are no credentials/, /AWS_PROFILE/]],
    [
      "expired credentials",
      refused("ExpiredToken"),
      {},
      [/have expired \(sts:GetCallerIdentity: ExpiredToken\)/, /sign in again/],
    ],
    [
      "unknown credentials",
      refused("InvalidClientTokenId"),
      {},
      [/does not know the credentials/, /AWS_ACCESS_KEY_ID/],
    ],
    [
      "denied credentials",
      refused("AccessDenied"),
      {},
      [/sts:GetCallerIdentity is denied/, /allow/],
    ],
    [
      "an endpoint that nobody answers at",
      () => {},
      { AWS_ENDPOINT_URL: "http://127.0.0.1:1" },
      [/cannot be reached \(ECONNREFUSED\)/, /AWS_ENDPOINT_URL/],
    ],
  ])("%s", async (_, change, environment, [says, mend]) => {
    const found = await findingsOf(change, { environment });
    expect(found[0]).toMatchObject({
      subject: "credentials",
      state: "blocks",
      says: expect.stringMatching(says ?? "-"),
      mend: expect.stringMatching(mend ?? "-"),
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
