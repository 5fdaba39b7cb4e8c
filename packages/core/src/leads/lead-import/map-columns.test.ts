import * as v from "valibot";
import { expect, test } from "vitest";
import { inEnglish } from "../../../../../tests/support/in-english.ts";
import { ColumnMapping, customNameOf, guessMapping } from "./map-columns.schema.ts";
import { REPORT_COLUMNS } from "./report-columns.ts";

const columns = (...names: string[]) =>
  names.map((name, index) => ({ index, name, renamed: false }));
const guess = (...names: string[]) =>
  guessMapping(columns(...names), [], REPORT_COLUMNS).map((target) =>
    target.to === "field" ? target.field : target.to === "custom" ? `+${target.name}` : "-",
  );

test("headings that people write in four languages find their fields", () => {
  expect(
    guess("E-mail", "First Name", "Surname", "Company", "Phone", "URL", "LinkedIn URL", "City"),
  ).toEqual([
    "email",
    "first_name",
    "last_name",
    "company_name",
    "phone_number",
    "website",
    "linkedin_profile",
    "location",
  ]);
  expect(guess("E-Mail-Adresse", "Vorname", "Nachname", "Firma", "Ort")).toEqual([
    "email",
    "first_name",
    "last_name",
    "company_name",
    "location",
  ]);
  expect(guess("Adresse électronique", "Prénom", "Nom de famille", "Société")).toEqual([
    "email",
    "first_name",
    "last_name",
    "company_name",
  ]);
  expect(guess("Correo electrónico", "Nombre", "Apellidos", "Compañía", "Teléfono")).toEqual([
    "email",
    "first_name",
    "last_name",
    "company_name",
    "phone_number",
  ]);
});

test("each field takes one column; other columns become custom fields with a name of their own", () => {
  expect(guess("email", "Mail", "Job Title", "job-title", "Größe (m²)", "***")).toEqual([
    "email",
    "+mail",
    "+job_title",
    "+job_title_2",
    "+grosse_m2",
    "-",
  ]);
});

test("without a telling name the column that holds addresses is the email column", () => {
  const rows = [
    ["Ada", "ada@example.com"],
    ["Bob", "bob@example.com"],
  ];
  expect(guessMapping(columns("who", "contact"), rows, REPORT_COLUMNS)[1]).toEqual({
    column: 1,
    to: "field",
    field: "email",
  });
  expect(
    guessMapping(columns("who", "contact"), [["Ada", "Berlin"]], REPORT_COLUMNS),
  ).not.toContainEqual(expect.objectContaining({ field: "email" }));
});

test("sixty more columns fill the fifty custom fields and no more", () => {
  const names = Array.from({ length: 60 }, (_, index) => `extra ${index}`);
  expect(guess("email", ...names).filter((target) => target.startsWith("+"))).toHaveLength(50);
});

test("custom names are lower case letters, digits and _ only, at most 64", () => {
  expect(customNameOf("  Über__Größe! ")).toBe("uber_grosse");
  expect(customNameOf("x".repeat(100))).toHaveLength(64);
  expect(customNameOf("地址")).toBe("");
});

test.for([
  [[], "Choose the column with the email address"],
  [
    [
      { column: 0, to: "field", field: "email" },
      { column: 1, to: "field", field: "email" },
    ],
    "Each field takes one column",
  ],
  [
    [
      { column: 0, to: "field", field: "email" },
      { column: 0, to: "custom", name: "x" },
    ],
    "A column is mapped twice",
  ],
  [
    [
      { column: 0, to: "field", field: "email" },
      { column: 1, to: "custom", name: "x" },
      { column: 2, to: "custom", name: "x" },
    ],
    "Each custom field takes one column",
  ],
] as const)("a mapping that cannot be is refused: %j", ([mapping, message]) => {
  const { issues } = v.safeParse(ColumnMapping, mapping);
  expect(issues?.map((issue) => inEnglish(issue.message))).toContain(message);
});

test.each(["constructor", "prototype", "__proto__"])(
  "a column named %s is imported under another name, as every object has this one",
  (name) => {
    const mapping = guessMapping(columns("email", name), [], REPORT_COLUMNS);
    expect(mapping[1]).toMatchObject({ to: "custom", name: expect.not.stringMatching(name + "$") });
    expect(v.safeParse(ColumnMapping, mapping).success).toBe(true);
    const forced = [mapping[0], { column: 1, to: "custom", name }];
    expect(v.safeParse(ColumnMapping, forced).success).toBe(false);
  },
);
