import { config } from "../../config.ts";

/** Which host is which account's, as the edge looks it up before a page is asked for: pages of agencies under their own hosts. */
export type EdgeHosts = {
  /** Says that a host is an account's from now on, whosever it was. The edge follows within seconds. */
  put: (host: string, accountId: number) => Promise<void>;
  /** Forgets a host; one that is not known is no mistake. */
  remove: (host: string) => Promise<void>;
};

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
