import type { Resolver } from "node:dns/promises";
import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import type { StageContext } from "./stage-context.ts";

const { ok, warns, notChecked } = findings("DNS");

/** Whether the hosts of a stage point to its distribution; nobody knows that one's name before the first deployment. */
export async function checkHostNames(context: StageContext): Promise<Finding[]> {
  const { domain } = context.settings;
  if (!domain) return [];
  const hosts = [domain.name, ...Object.values(domain.services ?? {})];
  const { outputs } = await context.deployed();
  const target = outputs.Distribution;
  if (!target) {
    const says = `${hosts.join(", ")} cannot point to the stage before it is deployed`;
    return [warns(says, "run this again after the deployment, which tells the name to point to")];
  }
  return Promise.all(hosts.map((host) => ofOne(context.resolver, host, target)));
}

async function ofOne(resolver: Resolver, host: string, target: string): Promise<Finding> {
  const mend = `put a record into the DNS: ${host} CNAME ${target} (ALIAS or ANAME where the host is the domain itself)`;
  try {
    const names = await namesOf(resolver, host);
    if (names.some((name) => name.toLowerCase().replace(/\.$/, "") === target.toLowerCase())) {
      return ok(`${host} points to ${target}`);
    }
    if (names.length > 0) return warns(`${host} points to ${names.join(", ")}`, mend);
    const [own, its] = [await addressesOf(resolver, host), await addressesOf(resolver, target)];
    if (own.length === 0) return warns(`${host} is not in the DNS`, mend);
    if (own.some((address) => its.includes(address)))
      return ok(`${host} has addresses of ${target}`);
    return warns(
      `${host} has other addresses (${own.slice(0, 2).join(", ")}) than ${target}`,
      mend,
    );
  } catch (error) {
    const { code = "unknown" } = error as { code?: string };
    return notChecked(
      `the DNS gives no answer about ${host} (${code})`,
      "look at this machine's name servers",
    );
  }
}

const namesOf = (resolver: Resolver, host: string) => resolver.resolveCname(host).catch(noneOf);
const addressesOf = (resolver: Resolver, host: string) => resolver.resolve4(host).catch(noneOf);

/** There is no such name, or none of this kind: an answer, unlike any other fault. */
function noneOf(error: unknown): string[] {
  const { code = "" } = error as { code?: string };
  if (code === "ENOTFOUND" || code === "ENODATA") return [];
  throw error;
}
