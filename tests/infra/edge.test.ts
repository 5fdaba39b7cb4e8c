import { variable } from "@thaw/core/environment";
import { app as manifest } from "@thaw/core/manifest";
import { beforeAll, expect, test } from "vitest";
import { viewerRequestCode } from "../../stacks/edge.ts";
import { STAGE_WITH_DOMAIN } from "./stage-with-domain.ts";
import { type Synthesis, synthesize } from "./synth.ts";

type Behavior = {
  PathPattern?: string;
  TargetOriginId: string;
  CachePolicyId: unknown;
  FunctionAssociations?: { EventType: string; FunctionARN: unknown }[];
  ResponseHeadersPolicyId?: string;
};
type Headers = Record<string, { value: string }>;

const CACHING_DISABLED = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
/** CloudFront's own: HSTS, nosniff, no frames of others. */
const SECURITY_HEADERS = "67f7725c-6f97-4210-82d7-5512b31e9d03";

let made: Synthesis;
beforeAll(async () => {
  made = await synthesize(STAGE_WITH_DOMAIN);
});

const behaviors = (): Behavior[] =>
  made.ofType("AWS::CloudFront::Distribution").flatMap(({ Properties }) => {
    const { DefaultCacheBehavior, CacheBehaviors } = Properties.DistributionConfig;
    return [DefaultCacheBehavior, ...CacheBehaviors];
  });

type Viewed = { uri: string; headers: Headers; origin: unknown };

/** Runs the CloudFront function, with a map of hosts in place of the key-value store. */
async function view(
  uri: string,
  headers: Headers,
  hosts: Record<string, string>,
  secret?: string,
): Promise<Viewed> {
  let origin: unknown;
  const cf = {
    kvs: () => ({
      get: async (host: string) => hosts[host] ?? Promise.reject(new Error("KeyNotFound")),
    }),
    updateRequestOrigin(changed: unknown) {
      origin = changed;
    },
  };
  const code = viewerRequestCode("socket.example", secret).replace(
    "import cf from 'cloudfront';",
    "",
  );
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  const handler = new Function("cf", `${code}; return handler;`)(cf);
  const request = await handler({ request: { uri, headers }, viewer: { ip: "198.51.100.7" } });
  return { ...request, origin };
}

const viewerRequest = async (headers: Headers, hosts: Record<string, string>) =>
  (await view("/", headers, hosts)).headers;

test("a websocket on GraphQL's path reaches the websocket API, any other request there the API", async () => {
  const host = { host: { value: "thaw.example" } };
  const opening = { ...host, "sec-websocket-key": { value: "dGhlIHNhbXBsZSBub25jZQ==" } };
  expect(await view("/v1/graphql", opening, {})).toMatchObject({
    uri: "/socket",
    origin: { domainName: "socket.example" },
  });
  const posted = await view("/v1/graphql", { ...host }, {});
  expect([posted.uri, posted.origin]).toEqual(["/v1/graphql", undefined]);
  const elsewhere = await view("/app", { ...opening }, {});
  expect([elsewhere.uri, elsewhere.origin]).toEqual(["/app", undefined]);
});

test("a kept page is found again only under the same host and session", () => {
  const policies = Object.entries(made.resources).filter(
    ([, { Type }]) => Type === "AWS::CloudFront::CachePolicy",
  );
  expect(policies).toHaveLength(1);
  const [[path, policy]] = policies as [(typeof policies)[number]];
  expect(policy.Properties.CachePolicyConfig).toMatchObject({
    DefaultTTL: 0,
    ParametersInCacheKeyAndForwardedToOrigin: {
      HeadersConfig: { HeaderBehavior: "whitelist", Headers: ["x-forwarded-host"] },
      CookiesConfig: { CookieBehavior: "whitelist", Cookies: ["__Host-thaw_session"] },
      QueryStringsConfig: { QueryStringBehavior: "all" },
    },
  });
  const pages = behaviors().filter(({ PathPattern }) => PathPattern === undefined);
  expect(pages).toHaveLength(2);
  for (const { CachePolicyId } of pages) expect(CachePolicyId).toEqual({ Ref: path.split("/")[1] });
});

test("both distributions send the manifest's routes to the API and keep none of its answers", () => {
  const patterns = new Set(
    Object.keys(manifest.routes).map((route) => route.replace(/^\w+ /, "").replace(/\{.*/, "*")),
  );
  expect(patterns).toContain("/o/*");
  for (const pattern of patterns) {
    const found = behaviors().filter(({ PathPattern }) => PathPattern === pattern);
    expect(
      found.map(({ CachePolicyId }) => CachePolicyId),
      pattern,
    ).toEqual([CACHING_DISABLED, CACHING_DISABLED]);
  }
});

test("browsers reach the websocket API through both distributions, at the path that is its stage", () => {
  const [[id] = []] = Object.entries(made.resources)
    .filter(([, { Type, Properties }]) => isSocketApi(Type, Properties))
    .map(([path]) => [path.split("/")[1]]);
  const [stage] = made
    .ofType("AWS::ApiGatewayV2::Stage")
    .filter(({ Properties }) => JSON.stringify(Properties.ApiId).includes(id ?? "none"));
  expect(stage?.Properties).toMatchObject({ StageName: "socket" });
  const distributions = made.ofType("AWS::CloudFront::Distribution");
  expect(distributions).toHaveLength(2);
  for (const { Properties } of distributions) {
    const { CacheBehaviors, Origins } = Properties.DistributionConfig;
    const behavior = CacheBehaviors.find((one: Behavior) => one.PathPattern === "/socket");
    expect(behavior).toMatchObject({ CachePolicyId: CACHING_DISABLED });
    const origin = Origins.find((one: { Id: string }) => one.Id === behavior.TargetOriginId);
    expect(JSON.stringify(origin.DomainName)).toContain(id);
    expect(origin.OriginPath ?? "").toBe("");
  }
});

const isSocketApi = (type: string, properties: Record<string, unknown>) =>
  type === "AWS::ApiGatewayV2::Api" && properties.ProtocolType === "WEBSOCKET";

test("every behaviour that reaches our code passes the function that says the host", () => {
  const [edge] = Object.entries(made.resources)
    .filter(
      ([path, { Type }]) => Type === "AWS::CloudFront::Function" && path.includes("ViewerRequest"),
    )
    .map(([path]) => path.split("/")[1]);
  const live = behaviors().filter(({ PathPattern }) => !PathPattern || PathPattern.startsWith("/"));
  expect(live.length).toBe(2 * (1 + 1 + Object.keys(manifest.routes).length));
  for (const { PathPattern, FunctionAssociations } of live) {
    expect(FunctionAssociations, PathPattern ?? "default").toMatchObject([
      { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": [edge, "FunctionARN"] } },
    ]);
  }
});

test("the viewer's host and address replace those, and the account, that the viewer claims", async () => {
  const headers = await viewerRequest(
    {
      host: { value: "Outreach.Acme.example" },
      "x-forwarded-host": { value: "app.thaw.example" },
      "x-forwarded-viewer": { value: "127.0.0.1" },
      "x-thaw-account": { value: "1" },
    },
    { "outreach.acme.example": "7" },
  );
  expect(headers["x-forwarded-host"]).toEqual({ value: "outreach.acme.example" });
  expect(headers["x-forwarded-viewer"]).toEqual({ value: "198.51.100.7" });
  expect(headers["x-thaw-account"]).toEqual({ value: "7" });
  const unknown = await viewerRequest(
    { host: { value: "d1.cloudfront.net" }, "x-thaw-account": { value: "1" } },
    {},
  );
  expect(unknown).toEqual({
    host: { value: "d1.cloudfront.net" },
    "x-forwarded-host": { value: "d1.cloudfront.net" },
    "x-forwarded-viewer": { value: "198.51.100.7" },
  });
});

test("the edge sends its secret to every origin that runs code, and drops one that a viewer sent", async () => {
  const [word, next] = ["one-".repeat(10), "next-".repeat(10)];
  const claimed = () => ({
    host: { value: "thaw.example" },
    "x-thaw-edge": { value: "what a viewer claims" },
  });
  const said = async (secret?: string) =>
    (await view("/", claimed(), {}, secret)).headers["x-thaw-edge"];
  expect(await said(word)).toEqual({ value: word });
  expect(await said(`${word},${next}`)).toEqual({ value: word });
  expect(await said()).toBeUndefined();
  expect(await said(`short'; x`)).toBeUndefined();
});

test("only functions behind the edge know the edge's secret", () => {
  const name = variable.secret("EDGE_SECRET");
  const knowing = made
    .ofType("AWS::Lambda::Function")
    .filter(({ Properties }) => name in (Properties.Environment?.Variables ?? {}))
    .map(({ Properties }) => Properties.Handler);
  expect(knowing).toHaveLength(2);
  expect(knowing).toContain("packages/functions/src/api/api.handler");
});

test("files are given with the headers of security at every host; what runs code says its own", () => {
  const files = behaviors().filter(
    ({ PathPattern }) => PathPattern && !PathPattern.startsWith("/"),
  );
  expect(files.length).toBeGreaterThan(2);
  for (const { PathPattern, ResponseHeadersPolicyId } of files) {
    expect(ResponseHeadersPolicyId, PathPattern).toBe(SECURITY_HEADERS);
  }
});

test("browsers keep hashed assets for good", () => {
  const [uploader] = made.ofType("Custom::S3Uploader");
  expect(uploader?.Properties.fileOptions).toContainEqual({
    files: "assets/**",
    cacheControl: "public,max-age=31536000,immutable",
  });
});
