import { createHash } from "node:crypto";
import {
  CloudFrontClient,
  CreateDistributionTenantCommand,
  DeleteDistributionTenantCommand,
  EntityAlreadyExists,
  EntityNotFound,
  GetDistributionTenantByDomainCommand,
  GetManagedCertificateDetailsCommand,
  UpdateDistributionTenantCommand,
} from "@aws-sdk/client-cloudfront";
import type { EdgeTenants, TenantState } from "./edge-tenants.ts";

let client: CloudFrontClient | undefined;
const cloudFront = () => {
  client ??= new CloudFrontClient({});
  return client;
};

/**
 * One tenant of a multi-tenant distribution for each host. CloudFront asks for the certificate itself and proves by the host's
 * CNAME that it may (ValidationTokenHost "cloudfront"); once that is issued, the tenant is told to use it.
 */
export function cloudFrontTenants(target: {
  distributionId: string;
  connectionGroupId: string;
}): EdgeTenants {
  const { distributionId: DistributionId, connectionGroupId: ConnectionGroupId } = target;
  const create = async (Domain: string) => {
    try {
      await cloudFront().send(
        new CreateDistributionTenantCommand({
          DistributionId,
          ConnectionGroupId,
          // Names are few characters of few kinds; hosts are not.
          Name: `wl-${createHash("sha256").update(Domain).digest("hex").slice(0, 40)}`,
          Domains: [{ Domain }],
          ManagedCertificateRequest: {
            ValidationTokenHost: "cloudfront",
            PrimaryDomainName: Domain,
          },
          Enabled: true,
        }),
      );
    } catch (error) {
      // Somebody else asked at the same moment.
      if (!(error instanceof EntityAlreadyExists)) throw error;
    }
  };
  const attachCertificate = async (host: string, tenant: Tenant): Promise<TenantState> => {
    const { ManagedCertificateDetails: details } = await cloudFront().send(
      new GetManagedCertificateDetailsCommand({ Identifier: tenant.Id }),
    );
    const { CertificateArn: Arn, CertificateStatus: status } = details ?? {};
    if (status === "failed" || status === "validation-timed-out") return "failed";
    if (status !== "issued" || !Arn) return "issuing";
    await cloudFront().send(
      new UpdateDistributionTenantCommand({
        Id: tenant.Id,
        IfMatch: tenant.ETag,
        DistributionId,
        ConnectionGroupId,
        Domains: [{ Domain: host }],
        Customizations: { Certificate: { Arn } },
        Enabled: true,
      }),
    );
    return "issuing";
  };
  return {
    async open(host) {
      const tenant = await findTenant(host);
      if (!tenant) {
        await create(host);
        return "issuing";
      }
      return tenant.isActive ? "ready" : attachCertificate(host, tenant);
    },
    async close(host) {
      const tenant = await findTenant(host);
      if (!tenant) return;
      // Only one that is off can be deleted.
      const { ETag: IfMatch } = await cloudFront().send(
        new UpdateDistributionTenantCommand({
          Id: tenant.Id,
          IfMatch: tenant.ETag,
          DistributionId,
          Domains: [{ Domain: host }],
          Enabled: false,
        }),
      );
      await cloudFront().send(new DeleteDistributionTenantCommand({ Id: tenant.Id, IfMatch }));
    },
  };
}

type Tenant = { Id: string; ETag: string; isActive: boolean };

async function findTenant(host: string): Promise<Tenant | undefined> {
  try {
    const { DistributionTenant: tenant, ETag = "" } = await cloudFront().send(
      new GetDistributionTenantByDomainCommand({ Domain: host }),
    );
    if (!tenant?.Id) return undefined;
    const domain = tenant.Domains?.find(({ Domain }) => Domain === host);
    return { Id: tenant.Id, ETag, isActive: domain?.Status === "active" };
  } catch (error) {
    if (error instanceof EntityNotFound) return undefined;
    throw error;
  }
}
