import { config } from "../../config.ts";
import { NO_EDGE_TENANTS } from "../../environment.ts";
import type { EdgeTenants } from "./edge-tenant-store.ts";

/** The operator of one machine brings the certificates, so that every host is ready at once. */
const ONE_MACHINE: EdgeTenants = {
  open: async () => "ready",
  close: async () => true,
};

/** Nothing answers for a host here, whoever waits for it: its state says so, and no mail has a link to it. */
const NOWHERE: EdgeTenants = {
  open: async () => "failed",
  close: async () => true,
};

/** As the configuration says: tenants of a CloudFront distribution, none, or nothing to do on one machine. */
export function edgeTenants(): EdgeTenants {
  const setting = config.edgeTenants();
  if (setting.startsWith("file:")) return ONE_MACHINE;
  if (setting === NO_EDGE_TENANTS) return NOWHERE;
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
