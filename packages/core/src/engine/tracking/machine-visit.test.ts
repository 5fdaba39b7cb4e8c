import { expect, test } from "vitest";
import { isMachineVisit } from "./machine-visit.ts";

const sentAt = Date.parse("2026-03-02T09:00:00.000Z");
const later = sentAt + 3_600_000;

test.each([
  "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
  "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html",
  "Mozilla/5.0",
  "",
  "Barracuda Sentinel (EE)",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "curl/8.5.0",
  "python-requests/2.31.0",
])("a program is recognised by its user agent: %j", (userAgent) => {
  expect(isMachineVisit({ userAgent, at: later, sentAt })).toBe(true);
});

test.each([
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
  "Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.10.1",
  "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17628; Pro)",
])("a mail program counts as a person: %s", (userAgent) => {
  expect(isMachineVisit({ userAgent, at: later, sentAt })).toBe(false);
});

test("nobody reads a mail within two seconds of its delivery", () => {
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.10.1";
  expect(isMachineVisit({ userAgent, at: sentAt + 1_999, sentAt })).toBe(true);
  expect(isMachineVisit({ userAgent, at: sentAt + 2_000, sentAt })).toBe(false);
});
