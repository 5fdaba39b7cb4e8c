import { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";

const TIMEOUT_MS = 2_000;
const TRIES = 2;

export type MxOptions = {
  /** Name servers as "address" or "address:port"; the system's own when absent. */
  servers?: readonly string[] | undefined;
  timeoutMs?: number;
};

/**
 * The hosts that receive a domain's mail, preferred ones first (RFC 5321 5.1).
 *
 * @returns nothing in the list when the domain names none, or says that it takes no mail (RFC 7505); undefined when nobody
 *   could be asked
 */
export async function resolveMx(
  domain: string,
  { servers, timeoutMs = TIMEOUT_MS }: MxOptions = {},
): Promise<string[] | undefined> {
  const name = domainToASCII(domain);
  if (!name) return [];
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
  if (servers) resolver.setServers([...servers]);
  try {
    const found = await resolver.resolveMx(name);
    return found
      .sort((one, other) => one.priority - other.priority)
      .map(({ exchange }) => exchange.toLowerCase().replace(/\.$/, ""))
      .filter(Boolean);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return NO_HOST.has(code) ? [] : undefined;
  }
}

/** The answer is that there is none, or the name cannot be one. */
const NO_HOST = new Set(["ENODATA", "ENOTFOUND", "EBADNAME"]);
