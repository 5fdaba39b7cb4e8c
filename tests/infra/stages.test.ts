import { createClient, type Service } from "@thaw/client/thaw-client";
import { environmentOf, variable } from "@thaw/core/environment";
import { type FunctionName, app as manifest, SERVICES } from "@thaw/core/manifest";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { STAGE_WITH_DOMAIN } from "./stage-with-domain.ts";
import { type Resource, type Synthesis, synthesize } from "./synth.ts";

const functionNames = Object.keys(manifest.functions) as FunctionName[];

/** What Lambda, SST and Node bring themselves. */
const PLATFORM = new Set([
  "AWS_NODEJS_CONNECTION_REUSE_ENABLED",
  "NODE_OPTIONS",
  "SST_APP",
  "SST_SSM_PREFIX",
  "SST_STAGE",
]);

const nameOnly = {
  table: () => "-",
  bucket: () => "-",
  queue: () => "-",
  secret: () => "-",
  websocket: () => "-",
  emailFrom: () => "-",
  encryption: () => "-",
  secretFunction: () => "-",
  site: () => "-",
  whiteLabelTarget: () => "-",
  edgeHosts: () => "-",
  edgeTenants: () => "-",
};

const lambda = ({ ofType }: Synthesis, entry: string): Resource => {
  const found = ofType("AWS::Lambda::Function").find(
    ({ Properties }) => Properties.Handler === `${entry}.handler`,
  );
  if (!found) throw new Error(`No Lambda runs ${entry}`);
  return found;
};

const environmentNames = ({ Properties }: Resource) =>
  Object.keys(Properties.Environment.Variables)
    .filter((name) => !PLATFORM.has(name))
    .sort();

/** The addresses that the clients of all services call, as the stage tells its API where they are. */
async function calledIn(made: Synthesis, site: string): Promise<URL[]> {
  const variables = lambda(made, manifest.functions.api.entry).Properties.Environment.Variables;
  const bases: Partial<Record<Service, string>> = {};
  for (const name of SERVICES) {
    const base: unknown = variables[variable.service(name)];
    if (typeof base === "string") bases[name] = base;
  }
  const called: URL[] = [];
  const spied = vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
    called.push(new URL(address instanceof Request ? address.url : address));
    return Response.json({ ok: true, data: null });
  });
  const thaw = createClient({ origin: site, bases });
  for (const ask of [thaw.main.get, thaw.anonymous.get, thaw.subscriptions.get]) {
    await ask("/api/things");
  }
  const { untracked, smartDelivery, smartSenders, smartServers, analytics, warmup } = thaw;
  const ofServices = [untracked.post, smartDelivery.get, smartSenders.get, smartServers.get];
  for (const ask of [...ofServices, analytics.get, warmup.patch]) await ask("/things");
  spied.mockRestore();
  return called;
}

/** Both distributions hand the path to the API, which has a route for it. */
function expectServed(made: Synthesis, { pathname }: URL): void {
  const [, segment] = pathname.split("/");
  const routes = made.ofType("AWS::ApiGatewayV2::Route").map(({ Properties }) => Properties);
  expect(routes.map(({ RouteKey }) => RouteKey)).toContain(`ANY /${segment}/{proxy+}`);
  for (const { Properties } of made.ofType("AWS::CloudFront::Distribution")) {
    const behaviors: { PathPattern: string }[] = Properties.DistributionConfig.CacheBehaviors;
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toContain(`/${segment}/*`);
  }
}

describe.each(["dev", "staging", "prod"])("stage %s", (stage) => {
  let made: Synthesis;
  beforeAll(async () => {
    made = await synthesize(stage);
  });

  test("keeps its data exactly if the stage is permanent", () => {
    const permanent = stage !== "dev";
    const [table] = made.ofType("AWS::DynamoDB::Table");
    const files = made
      .ofType("AWS::S3::Bucket")
      .find(({ Properties }) => Properties.CorsConfiguration);
    const [key] = made.ofType("AWS::KMS::Key");
    expect(table?.Properties.DeletionProtectionEnabled).toBe(permanent);
    expect(table?.Properties.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: permanent,
    });
    const kept = permanent ? "RetainExceptOnCreate" : "Delete";
    expect([table, files, key].map((resource) => resource?.DeletionPolicy)).toEqual([
      kept,
      kept,
      kept,
    ]);
  });

  test("keeps what the API logs of requests as long as all other logs", () => {
    const days = stage === "dev" ? 7 : 90;
    const groups = made.ofType("AWS::Logs::LogGroup");
    const ofApis = groups.filter(({ Properties }) => Properties.LogGroupName);
    expect(ofApis).toHaveLength(2);
    expect(groups.length).toBeGreaterThan(functionNames.length);
    for (const { Properties } of groups) expect(Properties.RetentionInDays).toBe(days);
  });

  test("waits for a page as long as the page may take", () => {
    const [site] = made
      .ofType("AWS::Lambda::Function")
      .filter(({ Properties }) => Properties.Handler === "web/lambda.handler");
    const patience = made.ofType("AWS::CloudFront::Distribution").map(({ Properties }) => {
      const { DefaultCacheBehavior, Origins } = Properties.DistributionConfig;
      const origin = Origins.find(
        ({ Id }: { Id: string }) => Id === DefaultCacheBehavior.TargetOriginId,
      );
      return origin.CustomOriginConfig.OriginReadTimeout;
    });
    // The most that CloudFront waits without a raised quota.
    expect(new Set([site?.Properties.Timeout, ...patience])).toEqual(new Set([60]));
  });

  test("runs every Lambda on Node 24, SST's own included", () => {
    const runtimes = made
      .ofType("AWS::Lambda::Function")
      .map(({ Properties }) => Properties.Runtime);
    expect(runtimes.length).toBeGreaterThan(functionNames.length);
    expect(new Set(runtimes)).toEqual(new Set(["nodejs24.x"]));
  });

  test("runs every function of the manifest as the manifest says", () => {
    for (const name of functionNames) {
      const { entry, timeoutSeconds, memoryMb } = manifest.functions[name];
      expect(lambda(made, entry).Properties, name).toMatchObject({
        Architectures: ["arm64"],
        MemorySize: memoryMb,
        Timeout: timeoutSeconds,
      });
    }
  });

  test("is made whole by one synthesis: pages, API with its probes, workers, table, queues, storage, and secrets by the environment alone [API-17]", () => {
    const count = (type: string) => made.ofType(type).length;
    expect(count("AWS::CloudFront::Distribution")).toBeGreaterThan(0);
    expect(count("AWS::DynamoDB::Table")).toBe(1);
    const queues = made
      .ofType("AWS::SQS::Queue")
      .filter(({ Properties }) => Properties.RedrivePolicy);
    expect(queues).toHaveLength(Object.keys(manifest.queues).length);
    expect(count("AWS::S3::Bucket")).toBeGreaterThanOrEqual(Object.keys(manifest.buckets).length);
    lambda(made, "web/lambda");
    const routes = made.ofType("AWS::ApiGatewayV2::Route").map(({ Properties }) => Properties);
    for (const probe of ["GET /healthz", "GET /readyz"]) {
      expect(routes.map(({ RouteKey }) => RouteKey)).toContain(probe);
    }
    const site = { entry: "web/lambda", uses: manifest.site };
    for (const { entry, uses } of [...Object.values(manifest.functions), site]) {
      const given = lambda(made, entry).Properties.Environment.Variables;
      for (const secret of uses.secrets ?? []) {
        expect(given[variable.secret(secret)], `${entry} ${secret}`).toBe("__FETCH_FROM_SSM__");
      }
    }
    // Where nobody fetches them they stay what the template says.
    const withSecrets = functionNames.filter((name) => "secrets" in manifest.functions[name].uses);
    expect(count("Custom::SecretPrefetcher")).toBe(withSecrets.length + 1);
  });

  test("serves the client of every service below one host [API-15]", async () => {
    const called = await calledIn(made, "https://thaw.example");
    expect(new Set(called.map(({ pathname }) => pathname.split("/")[1])).size).toBe(7);
    for (const address of called) {
      expect(address.host).toBe("thaw.example");
      expectServed(made, address);
    }
  });

  test("gives every function and the site the environment names that one machine gives them", () => {
    for (const name of functionNames) {
      const { entry, uses } = manifest.functions[name];
      const expected = Object.keys(environmentOf(uses, nameOnly)).sort();
      expect(environmentNames(lambda(made, entry)), name).toEqual(expected);
    }
    const site = lambda(made, "web/lambda");
    expect(environmentNames(site)).toEqual(
      Object.keys(environmentOf(manifest.site, nameOnly)).sort(),
    );
  });
});

describe("a stage with a domain, hosts of two services and an agency's host", () => {
  let made: Synthesis;
  beforeAll(async () => {
    made = await synthesize(STAGE_WITH_DOMAIN);
  });

  const domains = () =>
    made
      .ofType("AWS::CloudFront::Distribution")
      .flatMap(({ Properties }) => Properties.DistributionConfig.Aliases ?? []);

  test("serves the client of every service, those with a host of their own there [API-15]", async () => {
    const called = await calledIn(made, "https://app.thaw.example");
    expect(new Set(called.map(({ host }) => host))).toEqual(new Set(domains()));
    const own = called.filter(({ host }) => host !== "app.thaw.example");
    expect(own.map(({ href }) => href)).toEqual([
      "https://delivery.thaw.example/smart-delivery/things",
      "https://analytics.thaw.example/analytics/things",
    ]);
    for (const address of called) expectServed(made, address);
  });

  test("answers on its domain, and links in mails lead there", () => {
    expect(domains()).toContain("app.thaw.example");
    const { entry } = manifest.functions.onSend;
    expect(lambda(made, entry).Properties.Environment.Variables.SITE_URL).toBe(
      "https://app.thaw.example",
    );
  });

  test("answers on the agency's host with the agency's certificate", () => {
    expect(
      made.ofType("AWS::CloudFront::DistributionTenant").map(({ Properties }) => Properties),
    ).toMatchObject([
      {
        Domains: ["outreach.acme.example"],
        Customizations: { Certificate: { Arn: expect.stringContaining(":certificate/") } },
      },
    ]);
  });

  test("tells the operator of alarms", () => {
    expect(made.ofType("AWS::SNS::Subscription").map(({ Properties }) => Properties)).toMatchObject(
      [{ Protocol: "email", Endpoint: "operator@thaw-outreach.net" }],
    );
  });
});
