import { isIP } from "node:net";
import type { EntityItem } from "electrodb";
import { config } from "../../config.ts";
import { findClaim } from "../../kernel/claim/claim.ts";
import { publicPath } from "../../kernel/upload/upload.ts";
import { WhiteLabelEntity } from "./white-label.entity.ts";
import type { Brand } from "./white-label.schema.ts";

type WhiteLabelRecord = EntityItem<typeof WhiteLabelEntity>;

export const hostClaim = (host: string) =>
  ({ scope: "global", kind: "white-label-host", value: host }) as const;

/**
 * One of our own hosts, by its exact name (D14). An address in place of a name, and this very machine, can be no agency's:
 * browsers come by them to a machine that the operator runs alone.
 */
export function isProviderHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return name === "localhost" || isIP(name) !== 0 || config.providerHosts().includes(name);
}

/** Whose host it is, once it is live: two reads. */
export async function findBrand(host: string): Promise<Brand | undefined> {
  if (host === "" || isProviderHost(host)) return undefined;
  const owner = await findClaim(hostClaim(host));
  if (!owner) return undefined;
  const brand = await findBrandOf(owner.accountId);
  return brand?.host === host.toLowerCase() ? brand : undefined;
}

/** The brand that an agency's clients know it by; undefined while it has no live host of its own. */
export async function findBrandOf(accountId: number): Promise<Brand | undefined> {
  const { data } = await WhiteLabelEntity.get({ accountId }).go();
  return data?.host && data.domainState === "LIVE" ? toBrand(data, data.host) : undefined;
}

export async function findHostAccount(host: string): Promise<number | undefined> {
  return (await findBrand(host))?.accountId;
}

function toBrand(record: WhiteLabelRecord, host: string): Brand {
  const { accountId, logoToken, faviconToken } = record;
  const imageOf = (token: string | undefined) =>
    token ? publicPath(accountId, "logo", token) : null;
  return {
    accountId,
    host,
    // Nothing set is nobody's name, never the provider's.
    name: record.brandName ?? "",
    logoUrl: imageOf(logoToken),
    faviconUrl: imageOf(faviconToken),
    primaryColor: record.primaryColor ?? null,
    supportEmail: record.supportEmail ?? null,
  };
}
