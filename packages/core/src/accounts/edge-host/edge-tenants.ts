import { config } from "../../config.ts";
import type { EdgeTenants } from "./edge-tenant-store.ts";

/** The operator of one machine brings the certificates, so that every host is ready at once. */
const ONE_MACHINE: EdgeTenants = {
  open: async () => "ready",
  close: async () => true,
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
