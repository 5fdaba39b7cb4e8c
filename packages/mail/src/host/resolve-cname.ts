import { Resolver } from "node:dns/promises";

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** The answer is that there is none. */
const NO_NAME = new Set(["ENODATA", "ENOTFOUND", "EBADNAME"]);

type Servers = { servers?: readonly string[] | undefined };

/**
 * What a host is another name of (RFC 1034 3.6.2), in lower case.
 *
 * @param servers name servers as "address" or "address:port"; the system's own when absent
 * @returns nothing in the list when it is a name of its own or there is no such host; undefined when nobody could be asked
 */
export async function resolveCname(
  host: string,
  servers: Servers = {},
): Promise<string[] | undefined> {
  const names = await ask(servers, (resolver) => resolver.resolveCname(host));
  return names?.map((name) => name.toLowerCase().replace(/\.$/, ""));
}

/** The texts at a name (RFC 1035 3.3.14), each whole; otherwise as `resolveCname`. */
export async function resolveTxt(
  name: string,
  servers: Servers = {},
): Promise<string[] | undefined> {
  const texts = await ask(servers, (resolver) => resolver.resolveTxt(name));
  return texts?.map((parts) => parts.join(""));
}

async function ask<Found>(
  { servers }: Servers,
  question: (resolver: Resolver) => Promise<Found[]>,
): Promise<Found[] | undefined> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers([...servers]);
  try {
    return await question(resolver);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return NO_NAME.has(code) ? [] : undefined;
  }
}
