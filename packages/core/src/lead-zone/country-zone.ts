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

/** What people write besides a country's name and its two letters. */
const OTHER_NAMES: Record<string, string> = {
  america: "US",
  deutschland: "DE",
  england: "GB",
  españa: "ES",
  holland: "NL",
  scotland: "GB",
  uae: "AE",
  uk: "GB",
  usa: "US",
  wales: "GB",
};

let codes: Map<string, string> | undefined;

const fold = (text: string) => text.trim().replace(/\./g, "").toLowerCase();

/** The main timezone of a country, by its English name or its two letters; undefined when there is no such country. */
export function zoneOfCountry(text: string): string | undefined {
  const code = codesByName().get(fold(text));
  return code && (MAIN_ZONE[code] ?? ct.getCountry(code)?.timezones[0]);
}

/** The main timezone of the country of a phone number with its international prefix, "+49 …" or "0049 …". */
export function zoneOfPhone(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text.trim().replace(/^00/, "+"));
  return number?.country && zoneOfCountry(number.country);
}

function codesByName(): Map<string, string> {
  if (codes) return codes;
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  codes = new Map(
    Object.values(ct.getAllCountries()).flatMap(({ id, name }) =>
      [id, name, names.of(id) ?? id].map((each): [string, string] => [fold(each), id]),
    ),
  );
  for (const [name, code] of Object.entries(OTHER_NAMES)) codes.set(name, code);
  return codes;
}
