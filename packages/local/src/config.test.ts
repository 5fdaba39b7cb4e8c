import { expect, test } from "vitest";
import { readSettings } from "./config.ts";

test("without settings the product takes its usual ports and folder", () => {
  expect(readSettings([], {})).toMatchObject({
    port: 3000,
    innerPort: 18_801,
    data: ".thaw",
    demo: false,
  });
});

test("a flag beats the environment", () => {
  const settings = readSettings(["--port", "4000", "--data", "/srv/thaw", "--demo"], {
    PORT: "5000",
    SITE_URL: "https://thaw.example/",
  });
  expect(settings).toMatchObject({
    port: 4000,
    data: "/srv/thaw",
    demo: true,
    siteUrl: "https://thaw.example",
  });
});

test("wrong settings are named, all at once", () => {
  expect(() => readSettings(["--port", "many"], { SITE_URL: "thaw" })).toThrow(
    /port: is no port number; siteUrl: is no address/,
  );
});
