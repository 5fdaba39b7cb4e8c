import { config } from "../config.ts";

/** How the certificate of a host stands: asked for, there, or refused. */
export type TenantState = "issuing" | "ready" | "failed";

/** The hosts that the edge answers for besides our own, each with a certificate of its own. */
export type EdgeTenants = {
  /** Has the edge answer for a host, once its CNAME points here; asking again tells how far it is. */
  open: (host: string) => Promise<TenantState>;
  /** No more; a host that it never answered for is no mistake. */
  close: (host: string) => Promise<void>;
};

/** Whoever runs one machine brings the certificates, so that every host is ready at once. */
const ONE_MACHINE: EdgeTenants = {
  open: async () => "ready",
  close: async () => undefined,
};

/** As the configuration says: tenants of a CloudFront distribution, or nothing to do on one machine. */
export function edgeTenants(): EdgeTenants {
  const setting = config.edgeTenants();
  if (setting.startsWith("file:")) return ONE_MACHINE;
  const [distributionId = "", connectionGroupId = ""] = setting.split("/");
  const load = async () =>
    (await import("./cloudfront-tenants.ts")).cloudFrontTenants({
      distributionId,
      connectionGroupId,
    });
  return {
    open: async (host) => (await load()).open(host),
    close: async (host) => (await load()).close(host),
  };
}
