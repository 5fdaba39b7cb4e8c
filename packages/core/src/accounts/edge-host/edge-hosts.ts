import { config } from "../../config.ts";
import type { EdgeHosts } from "./edge-host-store.ts";

/** As the configuration says: a CloudFront key-value store, or `file:` and the path of a file on one machine. */
export function edgeHosts(): EdgeHosts {
  const setting = config.edgeHosts();
  // Hosts change once in a while: nobody's cold start loads what changes them.
  const load = async () =>
    setting.startsWith("file:")
      ? (await import("./file-hosts.ts")).fileHosts(setting.slice("file:".length))
      : (await import("./cloudfront-hosts.ts")).cloudFrontHosts(setting);
  return {
    put: async (host, accountId) => (await load()).put(host.toLowerCase(), accountId),
    remove: async (host) => (await load()).remove(host.toLowerCase()),
  };
}
