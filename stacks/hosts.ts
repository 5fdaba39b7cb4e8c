import { CfnConnectionGroup, KeyValueStore } from "aws-cdk-lib/aws-cloudfront";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Stack } from "aws-cdk-lib/core";
import type { StackContext } from "sst/constructs";

/**
 * What the hosts of agencies need before anything answers on them: the map of host → account that the edge reads, and the name
 * that they point to. Functions know them, so that they come before whatever stands behind the edge.
 */
export function hosts({ stack, app }: StackContext) {
  return {
    store: new KeyValueStore(stack, "Hosts", { comment: `Thaw ${app.stage}: host to account` }),
    connections: new CfnConnectionGroup(stack, "WhiteLabelConnections", {
      name: `${app.stage}-${app.name}`,
      enabled: true,
      ipv6Enabled: true,
    }),
  };
}

/** For the one function that manages them: writes to this store, tenants of this distribution, and their certificates. */
export function edgeStatements(
  { partition, account }: Stack,
  { store, connections }: ReturnType<typeof hosts>,
  distributionId: string,
): PolicyStatement[] {
  const arnOf = (kind: string, id: string) =>
    `arn:${partition}:cloudfront::${account}:${kind}/${id}`;
  const allow = (actions: string[], resources: string[]) =>
    new PolicyStatement({ actions, resources });
  // CloudFront names tenants when they are made; it serves certificates of us-east-1 alone.
  const tenants = arnOf("distribution-tenant", "*");
  const certificates = `arn:${partition}:acm:us-east-1:${account}:certificate/*`;
  return [
    allow(
      [
        "cloudfront-keyvaluestore:DescribeKeyValueStore",
        "cloudfront-keyvaluestore:DeleteKey",
        "cloudfront-keyvaluestore:PutKey",
      ],
      [store.keyValueStoreArn],
    ),
    allow(
      ["cloudfront:CreateDistributionTenant", "cloudfront:UpdateDistributionTenant"],
      [
        tenants,
        arnOf("distribution", distributionId),
        arnOf("connection-group", connections.attrId),
      ],
    ),
    allow(
      [
        "cloudfront:DeleteDistributionTenant",
        "cloudfront:GetDistributionTenantByDomain",
        "cloudfront:GetManagedCertificateDetails",
      ],
      [tenants],
    ),
    // CloudFront asks for a host's certificate in the name of the role that creates its tenant; a request has no resource yet.
    allow(["acm:RequestCertificate"], ["*"]),
    allow(["acm:DescribeCertificate"], [certificates]),
  ];
}
