import { expect, test } from "vitest";
import { domainOf, isWebsite, isWebUrl } from "./web-address.schema.ts";

const DOMAINS: Record<string, string | undefined> = {
  "acme.example": "acme.example",
  "mail.acme.co.uk": "mail.acme.co.uk",
  "www.acme.example": "acme.example",
  "http://acme.example": "acme.example",
  "https://www.acme.example/": "acme.example",
  "müller.example": "müller.example",
  "www.example": "www.example",
  acme: undefined,
  "acme.": undefined,
  ".example": undefined,
  "ftp://acme.example": undefined,
  "https://acme.example/about": undefined,
  "https://acme.example:8080": undefined,
  "ada@acme.example": undefined,
  "*.acme.example": undefined,
  "acme .example": undefined,
  "": undefined,
};

test("a domain has a dot, and http(s) and www stand before it or not [CONST-03]", () => {
  const found = Object.keys(DOMAINS).map((text) => [text, domainOf(text)]);
  expect(Object.fromEntries(found)).toEqual(DOMAINS);
});

const WEBSITES = [
  "acme.example",
  "www.acme.example",
  "acme.example/",
  "http://a-b.acme.example/c?d=e",
];
const NO_WEBSITES = [
  "acme",
  "acme.example:8080",
  "acme.example/a b",
  "ada:pw@acme.example",
  "javascript:alert(1)",
];
const URLS = [
  "https://acme.example",
  "http://localhost:8080/path?query=1#fragment",
  "https://acme.example?query=ada@acme.example",
];
const NO_URLS = [
  "acme.example",
  "//acme.example",
  "https:acme.example",
  "https://",
  "https://ada:pw@acme.example",
  "https://ada@acme.example/",
  "https://acme.example/a b",
  "https://acme.example:99999",
  "ftp://acme.example",
  "javascript:alert(1)",
];

test("a website may lack its scheme, a URL may have a port; neither has spaces or a password [CONST-04] [CONST-08]", () => {
  expect(WEBSITES.filter((text) => !isWebsite(text))).toEqual([]);
  expect(NO_WEBSITES.filter(isWebsite)).toEqual([]);
  expect(URLS.filter((text) => !isWebUrl(text))).toEqual([]);
  expect(NO_URLS.filter(isWebUrl)).toEqual([]);
});
