import { safeParse } from "valibot";
import { expect, test } from "vitest";
import { SetConnector } from "./linkedin.schema.ts";

test("the address of a connector is a web address, without a login in it", () => {
  const isTaken = (url: string) =>
    safeParse(SetConnector, { url, secret: "0123456789abcdef" }).success;
  expect(["https://li.acme.example", " http://10.0.0.1:8080/x/ "].map(isTaken)).toEqual([
    true,
    true,
  ]);
  const refused = ["ftp://li.acme.example", "https://ada:pw@li.acme.example", "li.acme.example"];
  expect(refused.filter(isTaken)).toEqual([]);
});
