import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const cases = {
  "Chrome, Windows": `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/139.0.0.0 Safari/537.36`,
  "Edge, Windows": `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0`,
  "Chrome, Linux": `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/139.0.0.0 Safari/537.36`,
  "Chrome, Android": `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/139.0.0.0 Mobile Safari/537.36`,
  "Firefox, macOS":
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0",
  "Safari, iPhone":
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
};

test("a session is named by the browser and the system, not by what the browser descends from", () => {
  for (const [name, userAgent] of Object.entries(cases)) {
    expect(deviceName(userAgent)).toBe(name);
  }
});

test("a program that is no browser goes by what it says", () => {
  expect(deviceName("curl/8.15.0")).toBe("curl/8.15.0");
});
