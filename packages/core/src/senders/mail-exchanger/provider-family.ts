import type { Provider } from "@thaw/mail/host/presets.schema";

/** By the end of the name of the host that receives a domain's mail. */
const SUFFIXES: readonly (readonly [suffix: string, family: string])[] = [
  ["google.com", "google"],
  ["googlemail.com", "google"],
  ["outlook.com", "microsoft"],
  ["hotmail.com", "microsoft"],
  ["office365.us", "microsoft"],
  ["mx.microsoft", "microsoft"],
  ["zoho.com", "zoho"],
  ["zoho.eu", "zoho"],
  ["zoho.in", "zoho"],
  ["zohomail.com", "zoho"],
  ["yahoodns.net", "yahoo"],
  ["icloud.com", "apple"],
];

/** Whose service receives mail at these hosts, preferred ones first; a stranger's is told by the domain that its host is in. */
export function familyOfHosts([host]: readonly string[]): string | undefined {
  if (host === undefined) return undefined;
  const known = SUFFIXES.find(([suffix]) => host === suffix || host.endsWith(`.${suffix}`));
  return known?.[1] ?? host.split(".").slice(-2).join(".");
}

/** Whose service a mailbox is that was connected by a preset; undefined for any other server. */
export const familyOfProvider = (provider: Provider): string | undefined =>
  ({ gmail: "google", outlook: "microsoft", zoho: "zoho", generic: undefined })[provider];
