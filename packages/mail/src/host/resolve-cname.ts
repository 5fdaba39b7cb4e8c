import { Resolver } from "node:dns/promises";

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** The answer is that there is none. */
const NO_NAME = new Set(["ENODATA", "ENOTFOUND", "EBADNAME"]);

/**
 * What a host is another name of (RFC 1034 3.6.2), in lower case.
 *
 * @param servers name servers as "address" or "address:port"; the system's own when absent
 * @returns nothing in the list when it is a name of its own or there is no such host; undefined when nobody could be asked
 */
export async function resolveCname(
  host: string,
  { servers }: { servers?: readonly string[] | undefined } = {},
): Promise<string[] | undefined> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers([...servers]);
  try {
    const names = await resolver.resolveCname(host);
    return names.map((name) => name.toLowerCase().replace(/\.$/, ""));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return NO_NAME.has(code) ? [] : undefined;
  }
}
