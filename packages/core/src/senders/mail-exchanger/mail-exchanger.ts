import { concurrently } from "@thaw/data/concurrently";
import { resolveMx } from "@thaw/mail/host/resolve-mx";
import { now, toIso } from "../../clock.ts";
import { config } from "../../config.ts";
import { DAY_MS } from "../../duration.ts";
import { MailExchangerEntity } from "./mail-exchanger.entity.ts";
import { familyOfHosts } from "./provider-family.ts";

const KEPT_MS = 14 * DAY_MS;
/** Where nobody could be asked. */
const TRIED_MS = DAY_MS / 24;
const WIDTH = 32;
/** So many names are looked up at a time; the others have no provider yet. */
const MOST_LOOKUPS = 500;

/**
 * The service that receives the mail of each of these domains (in lower case), where it is known: one lookup a domain in
 * two weeks, for all accounts.
 *
 * @param isPlanning whether unknown domains are looked up; forecasts use only what is known
 */
export async function findFamilies(
  domains: readonly string[],
  { isPlanning }: { isPlanning: boolean },
): Promise<Map<string, string>> {
  const names = [...new Set(domains)];
  if (names.length === 0) return new Map();
  const { data } = await MailExchangerEntity.get(names.map((domain) => ({ domain }))).go();
  const at = toIso(now());
  const fresh = data.filter(({ staleAt }) => staleAt > at);
  const known = new Set(fresh.map(({ domain }) => domain));
  const unknown = names.filter((domain) => !known.has(domain)).slice(0, MOST_LOOKUPS);
  // A demo world asks nobody outside this machine.
  const mayAsk = isPlanning && !config.onlyLoopbackMailHosts();
  const found = mayAsk ? await concurrently(unknown, WIDTH, lookUp) : [];
  return new Map(
    [...fresh, ...found].flatMap(({ domain, family }) => (family ? [[domain, family]] : [])),
  );
}

async function lookUp(domain: string): Promise<{ domain: string; family?: string }> {
  const hosts = await resolveMx(domain, { servers: config.dnsServers() });
  const family = hosts && familyOfHosts(hosts);
  const staleMs = now() + (hosts ? KEPT_MS : TRIED_MS);
  const row = { domain, ...(family ? { family } : {}) };
  const ttl = Math.ceil((staleMs + DAY_MS) / 1000);
  await MailExchangerEntity.put({ ...row, staleAt: toIso(staleMs), ttl }).go({ response: "none" });
  return row;
}
