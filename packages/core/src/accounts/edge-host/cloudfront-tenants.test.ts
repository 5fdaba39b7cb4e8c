import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startCloudFront, type Tenant } from "../../../../../tests/support/cloudfront.ts";
import { cloudFrontTenants } from "./cloudfront-tenants.ts";

const TARGET = { distributionId: "E1AGENCIES", connectionGroupId: "cg_1" };

let cloudFront: Awaited<ReturnType<typeof startCloudFront>>;
beforeAll(async () => {
  cloudFront = await startCloudFront();
  process.env.AWS_ENDPOINT_URL_CLOUDFRONT = cloudFront.endpoint;
});
afterAll(async () => {
  delete process.env.AWS_ENDPOINT_URL_CLOUDFRONT;
  await cloudFront[Symbol.asyncDispose]();
});
beforeEach(() => {
  cloudFront.calls.length = 0;
});

const tenants = cloudFrontTenants(TARGET);
const newHost = () => `outreach.${crypto.randomUUID()}.example`;

/** A host that the edge answers for. */
async function openHost(): Promise<string> {
  const host = newHost();
  await tenants.open(host);
  cloudFront.decide(host, "issued");
  await tenants.open(host);
  cloudFront.deploy();
  return host;
}

test("a host gets a tenant, waits for its certificate, is told to use it, and is ready once that is everywhere", async () => {
  const host = newHost();
  expect(await tenants.open(host)).toBe("issuing");
  expect(cloudFront.tenantOf(host)).toMatchObject({ ...TARGET, enabled: true });
  expect(await tenants.open(host)).toBe("issuing");
  expect(cloudFront.tenantOf(host)?.certificateArn).toBe("");
  cloudFront.decide(host, "issued");
  expect(await tenants.open(host)).toBe("issuing");
  expect(cloudFront.tenantOf(host)?.certificateArn).toMatch(/:certificate\//);
  const { version } = cloudFront.tenantOf(host) ?? {};
  // Told once: each further change would put off the moment when it is everywhere.
  expect(await tenants.open(host)).toBe("issuing");
  expect(cloudFront.tenantOf(host)?.version).toBe(version);
  cloudFront.deploy();
  expect(await tenants.open(host)).toBe("ready");
  expect(cloudFront.calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
});

test("of several who open a host at the same moment one makes the tenant, and none fails", async () => {
  const host = newHost();
  const states = await Promise.all([1, 2, 3, 4].map(() => tenants.open(host)));
  expect(new Set(states)).not.toContain("failed");
  expect(await tenants.open(host)).toBe("issuing");
  expect(cloudFront.tenantOf(host)).toBeDefined();
});

test("a refused certificate is reported, and another one requested", async () => {
  const host = newHost();
  await tenants.open(host);
  cloudFront.decide(host, "failed");
  expect(await tenants.open(host)).toBe("failed");
  expect(cloudFront.tenantOf(host)).toMatchObject({ requests: 2 });
  expect(await tenants.open(host)).toBe("issuing");
});

test("a host that something else at CloudFront holds is reported apart from one whose CNAME is not seen", async () => {
  const [held, unseen] = [newHost(), newHost()];
  cloudFront.elsewhere.add(held);
  cloudFront.unseen.add(unseen);
  expect(await tenants.open(held)).toBe("taken");
  expect(await tenants.open(unseen)).toBe("unproven");
  cloudFront.unseen.delete(unseen);
  expect(await tenants.open(unseen)).toBe("issuing");
});

test("too many requests are tried again until there are fewer", async () => {
  const host = newHost();
  cloudFront.throttle(2);
  expect(await tenants.open(host)).toBe("issuing");
  expect(cloudFront.tenantOf(host)).toBeDefined();
  expect(cloudFront.calls).toHaveLength(4);
});

test("a tenant that someone changed since it was read is left for the next look", async () => {
  const host = newHost();
  await tenants.open(host);
  cloudFront.decide(host, "issued");
  await Promise.all([tenants.open(host), tenants.open(host)]);
  expect(cloudFront.tenantOf(host)?.certificateArn).toMatch(/:certificate\//);
  cloudFront.deploy();
  expect(await tenants.open(host)).toBe("ready");
});

test("a host is given up in two steps, off and away, and asking again harms nothing", async () => {
  const host = await openHost();
  expect(await tenants.close(host)).toBe(false);
  expect(cloudFront.tenantOf(host)).toMatchObject({ enabled: false, isDeployed: false });
  expect(await tenants.close(host)).toBe(false);
  cloudFront.deploy();
  expect(await tenants.close(host)).toBe(true);
  expect(cloudFront.tenantOf(host)).toBeUndefined();
  expect(await tenants.close(host)).toBe(true);
  expect(await tenants.close(newHost())).toBe(true);
});

test("a host that is taken again while it is given up goes on with the certificate that it had", async () => {
  const host = await openHost();
  await tenants.close(host);
  expect(await tenants.open(host)).toBe("issuing");
  cloudFront.deploy();
  expect(await tenants.open(host)).toBe("ready");
});

test("tenants of another stage, and those that a deployment made, are not touched", async () => {
  const [foreign, deployed] = [newHost(), newHost()];
  const tenant = (domain: string, distributionId: string): Tenant => ({
    id: `dt_9${cloudFront.calls.length}${domain.length}${distributionId.length}`,
    name: "acme",
    domain,
    distributionId,
    connectionGroupId: "cg_1",
    enabled: true,
    isDeployed: true,
    version: 1,
    certificate: "issued",
    requests: 0,
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/acme",
  });
  cloudFront.add(tenant(foreign, "E2STAGING"));
  cloudFront.add(tenant(deployed, TARGET.distributionId));
  expect(await tenants.open(foreign)).toBe("taken");
  expect(await tenants.open(deployed)).toBe("ready");
  for (const host of [foreign, deployed]) {
    expect(await tenants.close(host)).toBe(true);
    expect(cloudFront.tenantOf(host)?.enabled).toBe(true);
  }
});
