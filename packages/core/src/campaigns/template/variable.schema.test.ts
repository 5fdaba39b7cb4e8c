import * as v from "valibot";
import { expect, test } from "vitest";
import { CustomFieldName, variableName } from "./variable.schema.ts";

test("a name has one spelling", () => {
  expect(variableName(" First  Name ")).toBe("first_name");
});

test("a custom field takes a plain name that no built-in variable has", () => {
  expect(v.parse(CustomFieldName, " Job Title ")).toBe("job_title");
  for (const name of ["", "a-b", "x".repeat(61), "First Name", "today", "Date"]) {
    expect(v.is(CustomFieldName, name)).toBe(false);
  }
});
