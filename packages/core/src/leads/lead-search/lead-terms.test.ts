import { expect, test } from "vitest";
import { termsOf } from "./lead-terms.ts";

test("a lead is found by its text from the beginning of each word on, by none twice and not by the last part of its domain", () => {
  const ada = { email: "ada.b@mail.acme.com", first_name: "Ada", company_name: "Acme & Co" };
  expect(termsOf(ada)).toEqual([
    "acme.com",
    "ada.b@mail.acme.com",
    "b@mail.acme.com",
    "co",
    "mail.acme.com",
  ]);
  const hara = { email: "x.y@localhost", last_name: "O'Hara" };
  expect(termsOf(hara)).toEqual(["hara", "localhost", "o'hara", "x.y@localhost", "y@localhost"]);
  const yamada = { email: "x@y.jp", company_name: "山田" };
  expect(termsOf(yamada)).toEqual(["x@y.jp", "y.jp", "山田", "田"]);
});
