import { issueText } from "@thaw/text/issue-text";
import * as v from "valibot";
import { CustomName, isReservedName } from "../lead/custom-name.schema.ts";
import { LEAD_FIELDS, type LeadField, MAX_CUSTOM_FIELDS } from "../lead/lead.schema.ts";

export const CsvColumn = v.object({
  index: v.number(),
  name: v.string(),
  /** The file gave no name, or one that an earlier column has. */
  renamed: v.boolean(),
});
export type CsvColumn = v.InferOutput<typeof CsvColumn>;

/** Where the cells of one column go. Columns that are not named are skipped. */
export const ColumnTarget = v.variant("to", [
  v.object({ column: v.pipe(v.number(), v.integer(), v.minValue(0)), to: v.literal("skip") }),
  v.object({
    column: v.pipe(v.number(), v.integer(), v.minValue(0)),
    to: v.literal("field"),
    field: v.picklist(LEAD_FIELDS),
  }),
  v.object({
    column: v.pipe(v.number(), v.integer(), v.minValue(0)),
    to: v.literal("custom"),
    name: CustomName,
  }),
]);
export type ColumnTarget = v.InferOutput<typeof ColumnTarget>;

const isUnique = (values: readonly (string | number)[]) => new Set(values).size === values.length;
const fieldsOf = (mapping: readonly ColumnTarget[]) =>
  mapping.flatMap((target) => (target.to === "field" ? [target.field] : []));
const customNamesOf = (mapping: readonly ColumnTarget[]) =>
  mapping.flatMap((target) => (target.to === "custom" ? [target.name] : []));

export const ColumnMapping = v.pipe(
  v.array(ColumnTarget),
  v.maxLength(500),
  v.check((mapping) => isUnique(mapping.map(({ column }) => column)), issueText("columnTwice")),
  v.check((mapping) => fieldsOf(mapping).includes("email"), issueText("emailColumn")),
  v.check((mapping) => isUnique(fieldsOf(mapping)), issueText("fieldTwice")),
  v.check((mapping) => isUnique(customNamesOf(mapping)), issueText("customFieldTwice")),
  v.check(
    (mapping) => customNamesOf(mapping).length <= MAX_CUSTOM_FIELDS,
    issueText("mappedFieldsMost", { most: MAX_CUSTOM_FIELDS }),
  ),
);
export type ColumnMapping = v.InferOutput<typeof ColumnMapping>;

/** Headings as people write them in English, German, French, Spanish and Italian; compared by `plain`. */
const SYNONYMS: Record<LeadField, string> = {
  email:
    "email emailaddress mail mailaddress workemail businessemail primaryemail contactemail leademail emailid emailadresse mailadresse epost courriel adresseemail adressemail adresseelectronique mel correo correoelectronico correoe indirizzoemail postaelettronica",
  first_name:
    "firstname first givenname forename fname vorname prenom nombre nombredepila primernombre nome",
  last_name:
    "lastname last surname familyname lname secondname nachname familienname zuname nom nomdefamille apellido apellidos cognome",
  phone_number:
    "phonenumber phone telephone tel mobile mobilephone cell cellphone workphone directphone contactnumber phoneno telefon telefonnummer handy handynummer mobil mobilnummer telephoneportable numerodetelephone portable telefono movil celular numerodetelefono cellulare",
  company_name:
    "companyname company organisation organization organizationname organisationname account accountname business businessname employer firma firmenname unternehmen unternehmensname entreprise societe nomdelentreprise empresa nombredelaempresa compania azienda societa",
  website:
    "website web site url domain companywebsite companydomain companyurl homepage webpage websiteurl webseite internetseite siteweb siteinternet sitioweb paginaweb sitoweb",
  linkedin_profile:
    "linkedin linkedinprofile linkedinurl linkedinprofileurl linkedinlink personlinkedinurl contactlinkedinurl profileurl linkedinprofil profillinkedin perfildelinkedin perfillinkedin profilolinkedin",
  location:
    "location city address region ort stadt standort adresse ville lieu localisation ubicacion ciudad direccion localidad posizione citta indirizzo",
};

const FIELD_OF = new Map(
  LEAD_FIELDS.flatMap((field) => SYNONYMS[field].split(" ").map((word) => [word, field] as const)),
);

/** Letters and digits alone, without accents. */
const plain = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]/g, "");

/** A name for a custom field made from a heading; empty when nothing of it is left. */
export function customNameOf(heading: string): string {
  const name = heading
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 64);
  return isReservedName(name) ? `${name}_field` : name;
}

/**
 * The mapping that a person would choose first: known headings to their fields (each field once, the first column wins),
 * everything else to custom fields while there is room. When no heading means an email address, the column whose first
 * cells look like addresses is taken.
 *
 * @param ignored names of columns that are no part of a lead
 */
export function guessMapping(
  columns: readonly CsvColumn[],
  firstRows: readonly (readonly string[])[],
  ignored: ReadonlySet<string>,
): ColumnTarget[] {
  const fields = new Map<number, LeadField>();
  const free = new Set<LeadField>(LEAD_FIELDS);
  const assign = (column: number, field: LeadField | undefined) => {
    if (column >= 0 && field && free.delete(field)) fields.set(column, field);
  };
  for (const { index, name } of columns) assign(index, FIELD_OF.get(plain(name)));
  if (free.has("email")) assign(columnOfAddresses(columns, firstRows), "email");
  const names = new Set<string>();
  return columns.map(({ index, name }) => {
    const field = fields.get(index);
    if (field) return { column: index, to: "field", field };
    if (ignored.has(name)) return { column: index, to: "skip" };
    const custom = uniqueName(customNameOf(name), names);
    if (custom === "" || names.size === MAX_CUSTOM_FIELDS) return { column: index, to: "skip" };
    names.add(custom);
    return { column: index, to: "custom", name: custom };
  });
}

function columnOfAddresses(
  columns: readonly CsvColumn[],
  rows: readonly (readonly string[])[],
): number {
  const share = ({ index }: CsvColumn) =>
    rows.filter((row) => /^[^@\s]+@[^@\s]+$/.test(row[index]?.trim() ?? "")).length;
  const best = columns.toSorted((a, b) => share(b) - share(a))[0];
  return best && share(best) * 2 > rows.length ? best.index : -1;
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
  if (name === "") return name;
  let unique = name;
  for (let number = 2; taken.has(unique); number++) unique = `${name.slice(0, 60)}_${number}`;
  return unique;
}
