import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  FunctionEventType,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { CfnFunction, type IFunction } from "aws-cdk-lib/aws-lambda";
import { Fn, type Stack } from "aws-cdk-lib/core";
import { RemixSite, type StackContext, use } from "sst/constructs";
import { app as manifest } from "../packages/core/src/manifest.ts";
import { accessOf } from "./access.ts";
import { api } from "./api.ts";
import { SITE_BUNDLE } from "./bundle.ts";
import { apiPatterns, PAGE_SECONDS, pageCache, SOCKET_PATH, viewerRequest } from "./edge.ts";
import { reservedFor } from "./function.ts";
import { hosts } from "./hosts.ts";
import { removeLogRetention } from "./logs.ts";
import { RUNTIME } from "./runtime.ts";
import { type Settings, settingsOf } from "./settings.ts";
import { storage } from "./storage.ts";
import { whiteLabel } from "./white-label.ts";

type SiteProps = NonNullable<ConstructorParameters<typeof RemixSite>[2]>;
type Plan = Parameters<NonNullable<NonNullable<SiteProps["cdk"]>["transform"]>>[0];

/** The Remix site and the distributions in front of it and of the API. */
export function web(context: StackContext) {
  const { stack, app } = context;
  const settings = settingsOf(app.stage);
  const { http, socket, secretFunction } = use(api);
  const { bind, permissions, environment } = accessOf(context, manifest.site, use(storage), {
    secretFunction,
  });
  const cachePolicy = pageCache(stack);
  const apiHost = Fn.select(2, Fn.split("/", http.cdk.httpApi.apiEndpoint));
  const socketHost = Fn.select(2, Fn.split("/", socket.cdk.webSocketApi.apiEndpoint));
  const { store } = use(hosts);
  const edge = viewerRequest(stack, store, socketHost);
  const associations = [{ function: edge, eventType: FunctionEventType.VIEWER_REQUEST }];
  const assetPatterns: string[] = [];

  const site = new RemixSite(stack, "site", {
    path: "web",
    // Where SST puts a file of types that we do not use.
    typesPath: "../.sst",
    runtime: RUNTIME,
    timeout: `${PAGE_SECONDS} seconds`,
    memorySize: "1024 MB",
    bind,
    permissions,
    regional: { prefetchSecrets: bind.length > 0 },
    nodejs: SITE_BUNDLE,
    ...customDomain(stack, settings.domain),
    assets: {
      // SST takes Vite's hashed files for unversioned ones.
      fileOptions: [{ files: "assets/**", cacheControl: "public,max-age=31536000,immutable" }],
    },
    cdk: {
      serverCachePolicy: cachePolicy,
      responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
      distribution: {
        priceClass: PriceClass.PRICE_CLASS_100,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        ...(settings.flood?.webAclArn ? { webAclId: settings.flood.webAclArn } : {}),
        defaultBehavior: { functionAssociations: associations },
        additionalBehaviors: {
          ...apiBehaviors(apiHost, apiPatterns, associations),
          ...apiBehaviors(socketHost, [SOCKET_PATH], associations),
        },
      },
      transform: (plan) => {
        adaptPlan(plan, environment);
        assetPatterns.push(...plan.behaviors.flatMap(({ pattern }) => pattern ?? []));
      },
    },
  });
  removeWarmer(site);
  const deployed = site.cdk;
  if (!deployed) throw new Error("The site is only defined for a deployment");
  reserve(deployed.function, reservedFor(app.stage, "site"));
  removeLogRetention(stack, deployed.function);
  const parts = { site: deployed, apiHost, socketHost, edge, cachePolicy, assetPatterns };
  const { domain } = settings;
  const tenantsOf = domain ? whiteLabel(context, domain.certificateArn, parts) : undefined;
  stack.addOutputs({
    Url: site.customDomainUrl ?? site.url ?? "",
    Distribution: deployed.distribution.distributionDomainName,
    Hosts: store.keyValueStoreArn,
    ...(tenantsOf ? { WhiteLabelRouting: use(hosts).connections.attrRoutingEndpoint } : {}),
  });
  return { distribution: deployed.distribution, server: deployed.function, tenantsOf };
}

/** SST's own handler buffers a page, polyfills fetch and knows one host only; ours streams. */
function adaptPlan(plan: Plan, environment: Record<string, string>): void {
  // A behaviour has room for one viewer-request function.
  delete plan.cloudFrontFunctions?.serverCfFunction;
  for (const behavior of plan.behaviors) if (!behavior.pattern) delete behavior.cfFunction;
  const server = plan.origins.regionalServer;
  if (server?.type !== "function") throw new Error("SST's plan of a Remix site has changed");
  server.streaming = true;
  server.function.handler = "web/lambda.handler";
  server.function.nodejs = SITE_BUNDLE;
  // Here and not on the site, which would search all assets for placeholders of every value.
  server.function.environment = { NODE_OPTIONS: "--enable-source-maps", ...environment };
}

function apiBehaviors(
  host: string,
  patterns: readonly string[],
  functionAssociations: NonNullable<BehaviorOptions["functionAssociations"]>,
): Record<string, BehaviorOptions> {
  const behavior = {
    origin: new HttpOrigin(host),
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    functionAssociations,
  };
  return Object.fromEntries(patterns.map((pattern) => [pattern, behavior]));
}

function customDomain(stack: Stack, domain: Settings["domain"]) {
  if (!domain) return {};
  const certificate = Certificate.fromCertificateArn(stack, "Certificate", domain.certificateArn);
  // External: the owner points the name here, wherever its DNS is; SST then looks nothing up.
  return {
    customDomain: {
      domainName: domain.name,
      alternateNames: Object.values(domain.services ?? {}),
      isExternalDomain: true,
      cdk: { certificate },
    },
  };
}

/** SST gives a site's server no such property. */
function reserve(server: IFunction | undefined, reserved: number | undefined): void {
  const resource = server?.node.defaultChild;
  if (reserved === undefined) return;
  if (!(resource instanceof CfnFunction)) throw new Error("The site's server is no function");
  resource.reservedConcurrentExecutions = reserved;
}

/** SST makes it even when nothing is to be kept warm: a Lambda that runs every five minutes for nothing. */
function removeWarmer(site: RemixSite): void {
  for (const id of ["WarmerRule", "Prewarmer", "PrewarmerPolicy", "WarmerFunction"]) {
    site.node.tryRemoveChild(id);
  }
}
