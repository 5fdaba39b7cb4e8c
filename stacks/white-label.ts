import {
  CachePolicy,
  CfnDistribution,
  CfnDistributionTenant,
  CfnOriginAccessControl,
  type Function as EdgeFunction,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { FunctionUrl } from "aws-cdk-lib/aws-lambda";
import { Fn, type Stack } from "aws-cdk-lib/core";
import { type RemixSite, type StackContext, use } from "sst/constructs";
import { apiPatterns, PAGE_SECONDS, SOCKET_PATH } from "./edge.ts";
import { hosts } from "./hosts.ts";
import { settingsOf } from "./settings.ts";

type Site = NonNullable<RemixSite["cdk"]>;

type Parts = {
  site: Site;
  apiHost: string;
  socketHost: string;
  edge: EdgeFunction;
  cachePolicy: CachePolicy;
  /** CloudFront patterns of what lies in the site's bucket. */
  assetPatterns: readonly string[];
};

/**
 * The same product under the hosts of agencies: one distribution without hosts of its own, one tenant of it for each host.
 *
 * @param certificateArn of the stage's domain: such a distribution takes none of CloudFront's own
 * @returns the id of the distribution
 */
export function whiteLabel(
  { stack, app }: StackContext,
  certificateArn: string,
  parts: Parts,
): string {
  const { whiteLabelHosts, flood } = settingsOf(app.stage);
  const assetAccess = new CfnOriginAccessControl(stack, "WhiteLabelAssets", {
    originAccessControlConfig: {
      name: `${app.stage}-${app.name}-white-label`,
      originAccessControlOriginType: "s3",
      signingBehavior: "always",
      signingProtocol: "sigv4",
    },
  });
  const distribution = new CfnDistribution(stack, "WhiteLabel", {
    distributionConfig: {
      enabled: true,
      connectionMode: "tenant-only",
      comment: `Thaw ${app.stage}: white-label hosts`,
      httpVersion: "http2and3",
      ...(flood?.webAclArn ? { webAclId: flood.webAclArn } : {}),
      viewerCertificate: {
        acmCertificateArn: certificateArn,
        sslSupportMethod: "sni-only",
        minimumProtocolVersion: "TLSv1.2_2021",
      },
      origins: origins(parts, assetAccess),
      ...behaviors(parts),
    },
  });
  allowReading(stack, parts.site, distribution);
  for (const { id, host, certificateArn: arn } of whiteLabelHosts) {
    new CfnDistributionTenant(stack, `WhiteLabelHost-${id}`, {
      name: id,
      distributionId: distribution.attrId,
      connectionGroupId: use(hosts).connections.attrId,
      domains: [host],
      customizations: { certificate: { arn } },
    });
  }
  return distribution.attrId;
}

function origins({ site, apiHost, socketHost }: Parts, assetAccess: CfnOriginAccessControl) {
  const url = site.function?.node.tryFindChild("FunctionUrl");
  if (!(url instanceof FunctionUrl)) throw new Error("The site's server has no URL");
  const customOriginConfig = {
    originProtocolPolicy: "https-only",
    originSslProtocols: ["TLSv1.2"],
  };
  return [
    {
      id: "server",
      domainName: Fn.select(2, Fn.split("/", url.url)),
      customOriginConfig: { ...customOriginConfig, originReadTimeout: PAGE_SECONDS },
    },
    { id: "api", domainName: apiHost, customOriginConfig },
    { id: "socket", domainName: socketHost, customOriginConfig },
    {
      id: "assets",
      domainName: site.bucket.bucketRegionalDomainName,
      s3OriginConfig: {},
      originAccessControlId: assetAccess.attrId,
    },
  ];
}

function behaviors({ edge, cachePolicy, assetPatterns }: Parts) {
  const common = { viewerProtocolPolicy: "redirect-to-https", compress: true };
  const live = {
    ...common,
    allowedMethods: ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "POST", "DELETE"],
    originRequestPolicyId: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER.originRequestPolicyId,
    functionAssociations: [{ eventType: "viewer-request", functionArn: edge.functionArn }],
  };
  return {
    defaultCacheBehavior: {
      ...live,
      targetOriginId: "server",
      cachePolicyId: cachePolicy.cachePolicyId,
    },
    cacheBehaviors: [
      ...[...apiPatterns, SOCKET_PATH].map((pathPattern) => ({
        ...live,
        pathPattern,
        targetOriginId: pathPattern === SOCKET_PATH ? "socket" : "api",
        cachePolicyId: CachePolicy.CACHING_DISABLED.cachePolicyId,
      })),
      ...assetPatterns.map((pathPattern) => ({
        ...common,
        pathPattern,
        targetOriginId: "assets",
        cachePolicyId: CachePolicy.CACHING_OPTIMIZED.cachePolicyId,
        responseHeadersPolicyId: ResponseHeadersPolicy.SECURITY_HEADERS.responseHeadersPolicyId,
      })),
    ],
  };
}

function allowReading(stack: Stack, { bucket }: Site, distribution: CfnDistribution): void {
  const arn = `arn:${stack.partition}:cloudfront::${stack.account}:distribution/${distribution.attrId}`;
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
      actions: ["s3:GetObject"],
      resources: [bucket.arnForObjects("*")],
      conditions: { StringEquals: { "AWS:SourceArn": arn } },
    }),
  );
}
