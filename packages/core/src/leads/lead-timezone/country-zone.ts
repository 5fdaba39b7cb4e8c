import ct from "countries-and-timezones";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Where most people of a country with several zones live. */
const MAIN_ZONE: Record<string, string> = {
  AU: "Australia/Sydney",
  BR: "America/Sao_Paulo",
  CA: "America/Toronto",
  CL: "America/Santiago",
  ES: "Europe/Madrid",
  GL: "America/Nuuk",
  ID: "Asia/Jakarta",
  KI: "Pacific/Tarawa",
  MN: "Asia/Ulaanbaatar",
  MX: "America/Mexico_City",
  PF: "Pacific/Tahiti",
  PG: "Pacific/Port_Moresby",
  PT: "Europe/Lisbon",
  RU: "Europe/Moscow",
  US: "America/New_York",
};

/** In these languages the names of countries are known, the last one first. */
const LANGUAGES = ["es", "hi", "ka", "pt", "it", "fr", "de", "en"];

/** What people write besides a country's names and its two letters. */
const OTHER_NAMES: Record<string, string> = {
  america: "US",
  "czech republic": "CZ",
  england: "GB",
  "great britain": "GB",
  holland: "NL",
  korea: "KR",
  "northern ireland": "GB",
  scotland: "GB",
  "the netherlands": "NL",
  turkey: "TR",
  uae: "AE",
  uk: "GB",
  usa: "US",
  "viet nam": "VN",
  wales: "GB",
};

/** What a country and a state of the US are both written as: "Berlin, DE" and "Wilmington, DE". */
const ALSO_STATES = new Set(
  "al ar az ca co de ga georgia id il in ky la ma md me mn mo ms mt nc ne pa sc sd tn va".split(
    " ",
  ),
);

let codes: Map<string, string> | undefined;

const fold = (text: string) => text.trim().replace(/\./g, "").toLowerCase();

/** The main timezone of a country, by its name or its two letters; undefined when there is no such country. */
export function zoneOfCountry(text: string): string | undefined {
  const code = codesByName().get(fold(text));
  return code && (MAIN_ZONE[code] ?? ct.getCountry(code)?.timezones[0]);
}

/** The same for the end of a location: what may be a state as well tells nothing. */
export const zoneOfLocation = (text: string): string | undefined =>
  ALSO_STATES.has(fold(text)) ? undefined : zoneOfCountry(text);

/** The main timezone of the country of a phone number with its international prefix, "+49 …" or "0049 …". */
export function zoneOfPhone(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text.trim().replace(/^00/, "+"));
  return number?.country && zoneOfCountry(number.country);
}

function codesByName(): Map<string, string> {
  if (codes) return codes;
  codes = new Map();
  const countries = Object.values(ct.getAllCountries());
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: "region" });
    for (const { id } of countries) codes.set(fold(names.of(id) ?? id), id);
  }
  for (const { id, name } of countries) {
    codes.set(fold(name), id);
    codes.set(fold(id), id);
  }
  for (const [name, code] of Object.entries(OTHER_NAMES)) codes.set(name, code);
  return codes;
}
