import { hash32 } from "@thaw/core/seeded-hash";

/** How someone of the demo world deals with a mail that nobody asked for. */
export type Character =
  /** Opens, clicks and wants to talk. */
  | "keen"
  /** Wants to know something first. */
  | "asks"
  | "not-now"
  | "wrong-person"
  /** Answers only when asked a second time. */
  | "late"
  | "opens"
  | "clicks"
  | "silent"
  /** Behind a scanner that opens everything before anyone sees it. */
  | "scanned"
  | "away"
  /** Takes themself off the list. */
  | "leaves"
  /** Their server does not know them. */
  | "gone"
  /** Their server takes the mail and sends it back later. */
  | "closed";

export type Person = {
  email: string;
  first_name: string;
  last_name: string;
  company_name: string;
  location: string;
  custom_fields: { role: string };
};

/** Who plays what, in the order of the list, again and again. The first dozen shows everything. */
const CAST: readonly Character[] = [
  ...(["keen", "opens", "away", "asks", "gone", "clicks", "not-now", "scanned", "closed"] as const),
  ...(["silent", "wrong-person", "opens", "silent", "clicks", "late", "silent", "opens"] as const),
  ...(["silent", "leaves", "silent", "opens", "keen", "silent", "scanned", "opens"] as const),
  ...(["silent", "clicks", "silent", "late", "opens", "silent", "away", "silent"] as const),
  ...(["opens", "asks", "silent", "silent", "clicks", "opens", "silent", "silent"] as const),
  ...([
    "late",
    "opens",
    "scanned",
    "silent",
    "silent",
    "opens",
    "clicks",
    "silent",
    "silent",
  ] as const),
];

const FIRST_NAMES =
  "Amara Bruno Celine Dario Elif Farid Greta Hugo Ines Jonas Kaya Leo Mira Noah Olga Pablo Quinn Rosa Samir Tess".split(
    " ",
  );
const LAST_NAMES =
  "Abbasi Brandt Costa Duval Eriksen Farkas Galli Hofer Ivanova Janssen Kovac Larsen Moreau Novak Okafor Petit Rossi Silva Tanaka Varga".split(
    " ",
  );
/** Of those who were written to before the demo begins: no name comes twice in both lists. */
const EARLIER_LAST_NAMES =
  "Adler Bianchi Cohen Dumont Engel Fischer Gruber Horvat Ito Jansen Keller Lopez Meyer Nilsson Olsen Pereira Quist Romero Schmid Toth".split(
    " ",
  );
const ROLES =
  "office manager,operations lead,people partner,managing director,workplace lead".split(",");
const CITIES = "Lisbon Ghent Graz Turin Aarhus Leeds Brno Tartu".split(" ");
/** Made up, each with its part of a domain that never exists (RFC 2606 2). */
const COMPANIES = [
  "Alder Bicycles",
  "Bramble Studio",
  "Copperleaf Books",
  "Dovetail Joinery",
  "Ember Ceramics",
  "Fieldnote Maps",
  "Gannet Sailing",
  "Harrow Instruments",
  "Inkwell Press",
  "Juniper Clinics",
  "Kestrel Optics",
  "Larkspur Gardens",
  "Millrace Energy",
  "Nettle Textiles",
  "Orchard Learning",
  "Pebble Architects",
  "Quarry Sound",
  "Rowan Logistics",
  "Saltmarsh Foods",
  "Thistle Software",
];

/** Made-up people of companies that agreed to play along; the same ones every time. */
export const makePeople = (from: number, count: number): Person[] =>
  Array.from({ length: count }, (_, index) => personAt(from + index, LAST_NAMES));

/** Others, at most 400. */
export const makeEarlierPeople = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => personAt(index, EARLIER_LAST_NAMES));

function personAt(index: number, lastNames: readonly string[]): Person {
  const pick = (list: readonly string[], at: number) => list[at % list.length] ?? "";
  const first = pick(FIRST_NAMES, index);
  // Each round over the first names takes the next last name, so that nobody is there twice.
  const last = pick(lastNames, index * 7 + Math.floor(index / FIRST_NAMES.length));
  const company = pick(COMPANIES, index * 3 + Math.floor(index / COMPANIES.length));
  const domain = company.toLowerCase().replace(/[^a-z]/g, "-");
  return {
    email: `${first}.${last}@${domain}.example`.toLowerCase(),
    first_name: first,
    last_name: last,
    company_name: company,
    location: pick(CITIES, hash32("city", index)),
    custom_fields: { role: pick(ROLES, hash32("role", index)) },
  };
}

/** As many as are ever put into lists. */
const MOST_PEOPLE = 240;
const MOST_EARLIER_PEOPLE = 400;
const characters = new Map(
  [makePeople(0, MOST_PEOPLE), makeEarlierPeople(MOST_EARLIER_PEOPLE)].flatMap((people) =>
    people.map(({ email }, index) => [email, castAt(index)] as const),
  ),
);

/** The part that someone plays; people whom the user brought get one by their address. */
export function characterOf(email: string): Character {
  return characters.get(email) ?? castAt(hash32("character", email));
}

function castAt(index: number): Character {
  return CAST[index % CAST.length] ?? "silent";
}
