import { afterAll, expect, test } from "vitest";
import { stoppedClock } from "../../../../../tests/support/clock.ts";
import { startDnsServer } from "../../../../../tests/support/dns-server.ts";
import { cloudOfFile } from "../../../../../tests/support/file-cloud.ts";
import { DAY_MS } from "../../duration.ts";
import { findFamilies } from "./mail-exchanger.ts";

await cloudOfFile();
const dns = await startDnsServer({
  "a.example": ["aspmx.l.google.com", "alt1.aspmx.l.google.com"],
  "b.example": ["b-example.mail.protection.outlook.com", "backup.mx.example"],
  "own.example": ["mx1.mail.hosting.example"],
  "lookalike.example": ["mx.notgoogle.com"],
  "null.example": [""],
  "down.example": null,
});
process.env.DNS_SERVERS = dns.address;
afterAll(() => dns[Symbol.asyncDispose]());

const asked = (name: string) => dns.asked.filter((each) => each === name).length;

test("a domain's provider is that of the host it prefers for its mail; a domain without such a host has none", async () => {
  const domains = ["a", "b", "own", "lookalike", "null", "gone", "down"];
  const names = domains.map((name) => `${name}.example`);
  const families = await findFamilies(names, { isPlanning: true });
  expect([...families].sort(([one], [other]) => one.localeCompare(other))).toEqual([
    ["a.example", "google"],
    ["b.example", "microsoft"],
    ["lookalike.example", "notgoogle.com"],
    ["own.example", "hosting.example"],
  ]);
});

test("a domain is asked for once in two weeks, one that could not be asked again after an hour, and only by a run", async () => {
  using clock = stoppedClock("2027-05-04T09:00:00.000Z");
  const before = { a: asked("a.example"), gone: asked("gone.example") };
  const find = (isPlanning = true) =>
    findFamilies(["a.example", "gone.example", "down.example"], { isPlanning });
  await Promise.all([find(), find()]);
  const down = asked("down.example");
  expect((await find()).get("a.example")).toBe("google");
  // An answer that there is no such name is an answer.
  expect(asked("gone.example") - before.gone).toBeLessThanOrEqual(2);
  clock.move(DAY_MS / 24 + 1_000);
  await find(false);
  expect(asked("down.example")).toBe(down);
  await find();
  expect(asked("down.example")).toBeGreaterThan(down);
  const settled = asked("a.example");
  clock.move(13 * DAY_MS);
  await find();
  expect(asked("a.example")).toBe(settled);
  clock.move(2 * DAY_MS);
  await find();
  expect(asked("a.example")).toBe(settled + 1);
});

test("the demo world sends no DNS request outside its machine", async () => {
  process.env.ONLY_LOOPBACK_MAIL_HOSTS = "true";
  const before = dns.asked.length;
  const families = await findFamilies(["else.example"], { isPlanning: true });
  delete process.env.ONLY_LOOPBACK_MAIL_HOSTS;
  expect(families.size).toBe(0);
  expect(dns.asked).toHaveLength(before);
});
