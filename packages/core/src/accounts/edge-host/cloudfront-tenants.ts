import { createHash } from "node:crypto";
import {
  CloudFrontClient,
  CNAMEAlreadyExists,
  CreateDistributionTenantCommand,
  DeleteDistributionTenantCommand,
  type DistributionTenant,
  EntityAlreadyExists,
  EntityNotFound,
  GetDistributionTenantByDomainCommand,
  GetManagedCertificateDetailsCommand,
  InvalidArgument,
  PreconditionFailed,
  ResourceNotDisabled,
  UpdateDistributionTenantCommand,
} from "@aws-sdk/client-cloudfront";
import type { EdgeTenants, TenantState } from "./edge-tenant-store.ts";

/** CloudFront allows few calls a second, all of an account's together. */
const ATTEMPTS = 6;

let client: CloudFrontClient | undefined;
const cloudFront = () => {
  client ??= new CloudFrontClient({ maxAttempts: ATTEMPTS });
  return client;
};

type Target = { distributionId: string; connectionGroupId: string };
type Tenant = DistributionTenant & { Id: string; ETag: string };

/** Names are few characters of few kinds; hosts are not. They are unique in an AWS account, which several stages may share. */
const nameOf = ({ distributionId }: Target, host: string) =>
  `wl-${createHash("sha256").update(`${distributionId} ${host}`).digest("hex").slice(0, 40)}`;

/**
 * One tenant of a multi-tenant distribution for each host. CloudFront asks for the certificate itself and proves by the host's
 * CNAME that it may (ValidationTokenHost "cloudfront"); once that is issued, the tenant is told to use it.
 */
export function cloudFrontTenants(target: Target): EdgeTenants {
  return {
    async open(host) {
      const tenant = await findTenant(host);
      if (!tenant) return create(target, host);
      if (tenant.DistributionId !== target.distributionId) return "taken";
      if (!tenant.Enabled) {
        // It was given up a moment ago, and has been taken again.
        await update(target, tenant, { Enabled: true });
        return "issuing";
      }
      const domain = tenant.Domains?.find(({ Domain }) => Domain === host);
      return domain?.Status === "active" ? "ready" : attachCertificate(target, tenant, host);
    },
    async close(host) {
      const tenant = await findTenant(host);
      // What the stage itself has made, or another stage, is not ours to take away.
      if (tenant?.Name !== nameOf(target, host)) return true;
      if (tenant.Enabled) {
        await update(target, tenant, { Enabled: false });
        return false;
      }
      return remove(tenant);
    },
  };
}

async function create(target: Target, Domain: string): Promise<TenantState> {
  try {
    await cloudFront().send(
      new CreateDistributionTenantCommand({
        DistributionId: target.distributionId,
        ConnectionGroupId: target.connectionGroupId,
        Name: nameOf(target, Domain),
        Domains: [{ Domain }],
        ManagedCertificateRequest: certificateFor(Domain),
        Enabled: true,
      }),
    );
    return "issuing";
  } catch (error) {
    if (error instanceof CNAMEAlreadyExists) return "taken";
    // Someone else asked at the same moment.
    if (error instanceof EntityAlreadyExists) return "issuing";
    // "Could not verify Domain Name ownership": its resolvers do not know the new CNAME yet.
    if (error instanceof InvalidArgument) return "unproven";
    throw error;
  }
}

const certificateFor = (host: string) =>
  ({ ValidationTokenHost: "cloudfront", PrimaryDomainName: host }) as const;

async function attachCertificate(
  target: Target,
  tenant: Tenant,
  host: string,
): Promise<TenantState> {
  const { ManagedCertificateDetails: details } = await cloudFront().send(
    new GetManagedCertificateDetailsCommand({ Identifier: tenant.Id }),
  );
  const { CertificateArn: Arn, CertificateStatus: status } = details ?? {};
  if (status === "failed" || status === "validation-timed-out") {
    // A certificate that was refused stays so: only another one may be granted.
    await update(target, tenant, { ManagedCertificateRequest: certificateFor(host) });
    return "failed";
  }
  if (status === "issued" && Arn && tenant.Customizations?.Certificate?.Arn !== Arn) {
    await update(target, tenant, { Customizations: { Certificate: { Arn } } });
  }
  return "issuing";
}

type Change = Pick<
  ConstructorParameters<typeof UpdateDistributionTenantCommand>[0],
  "Customizations" | "Enabled" | "ManagedCertificateRequest"
>;

/** An update says the whole of what a tenant is to be. */
async function update(target: Target, tenant: Tenant, change: Change): Promise<void> {
  const { Domains = [], Customizations, Enabled } = tenant;
  try {
    await cloudFront().send(
      new UpdateDistributionTenantCommand({
        Id: tenant.Id,
        IfMatch: tenant.ETag,
        DistributionId: target.distributionId,
        ConnectionGroupId: target.connectionGroupId,
        Domains: Domains.map(({ Domain }) => ({ Domain })),
        Customizations,
        Enabled,
        ...change,
      }),
    );
  } catch (error) {
    // Someone else changed it at the same moment; the next look goes on from there.
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}

/** False while CloudFront has not switched it off everywhere. */
async function remove(tenant: Tenant): Promise<boolean> {
  try {
    const { Id, ETag: IfMatch } = tenant;
    await cloudFront().send(new DeleteDistributionTenantCommand({ Id, IfMatch }));
    return true;
  } catch (error) {
    if (error instanceof EntityNotFound) return true;
    if (error instanceof ResourceNotDisabled || error instanceof PreconditionFailed) return false;
    throw error;
  }
}

async function findTenant(host: string): Promise<Tenant | undefined> {
  try {
    const { DistributionTenant: tenant, ETag = "" } = await cloudFront().send(
      new GetDistributionTenantByDomainCommand({ Domain: host }),
    );
    return tenant?.Id ? { ...tenant, Id: tenant.Id, ETag } : undefined;
  } catch (error) {
    if (error instanceof EntityNotFound) return undefined;
    throw error;
  }
}
