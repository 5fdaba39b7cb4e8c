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

/**
 * The service that receives mail at these hosts, preferred ones first; an unknown one is named by the domain of its host.
 */
export function familyOfHosts([host]: readonly string[]): string | undefined {
  if (host === undefined) return undefined;
  const known = SUFFIXES.find(([suffix]) => host === suffix || host.endsWith(`.${suffix}`));
  return known?.[1] ?? host.split(".").slice(-2).join(".");
}

/** The service of a mailbox that was connected by a preset; undefined for any other server. */
export const familyOfProvider = (provider: Provider): string | undefined =>
  ({ gmail: "google", outlook: "microsoft", zoho: "zoho", generic: undefined })[provider];
