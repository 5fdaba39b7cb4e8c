import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readSettings, settingsOf } from "../../stacks/settings.ts";

const ARN = "arn:aws:acm:us-east-1:123456789012:certificate/0";
const PROD = { emailFrom: "Acme <no-reply@acme-mail.net>", operatorEmail: "ops@acme-mail.net" };

/** Makes this the deployer's file: text as it is, or what becomes JSON. */
function write(content: unknown): void {
  const folder = mkdtempSync(path.join(tmpdir(), "thaw-settings-"));
  const file = path.join(folder, "thaw.settings.json");
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  vi.stubEnv("THAW_SETTINGS", file);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
}

function faultsOf(content: unknown, stage = "dev"): string[] {
  write(content);
  return readSettings(stage).faults;
}

/** Without a file, wherever the tests run. */
function withoutFile(): void {
  const folder = mkdtempSync(path.join(tmpdir(), "thaw-settings-"));
  const before = process.cwd();
  vi.stubEnv("THAW_SETTINGS", undefined);
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
}

describe("the settings of a stage [OPS-04]", () => {
  test("come from a file at the top level that is not under version control", () => {
    const ignored = execFileSync("git", ["check-ignore", "thaw.settings.json"], {
      encoding: "utf8",
    });
    expect(ignored.trim()).toBe("thaw.settings.json");
    withoutFile();
    writeFileSync("thaw.settings.json", JSON.stringify({ stages: { prod: PROD } }));
    expect(settingsOf("prod")).toMatchObject(PROD);
  });

  test("are those of the stage, else those of all stages, else what the code says", () => {
    const domain = { name: "app.acme-mail.net", certificateArn: ARN };
    write({
      default: { ...PROD, termsUrl: "https://acme-mail.net/terms" },
      stages: { prod: { domain, emailFrom: "prod@acme-mail.net" }, keep: { permanent: true } },
    });
    expect(settingsOf("prod")).toEqual({
      ...PROD,
      domain,
      emailFrom: "prod@acme-mail.net",
      termsUrl: "https://acme-mail.net/terms",
      permanent: true,
      logRetention: "three_months",
      whiteLabelHosts: [],
    });
    expect(settingsOf("staging")).toMatchObject({ ...PROD, permanent: true });
    expect(settingsOf("keep")).toMatchObject({ permanent: true, logRetention: "three_months" });
    expect(settingsOf("dev")).toMatchObject({ permanent: false, logRetention: "one_week" });
  });

  test("let a file make a permanent stage a development stage", () => {
    write({ stages: { staging: { permanent: false } } });
    expect(settingsOf("staging")).toMatchObject({ permanent: false, logRetention: "one_week" });
  });

  test("need no file on a development stage, and name what a permanent one misses", () => {
    withoutFile();
    expect(settingsOf("dev")).toMatchObject({ permanent: false });
    expect(readSettings("prod").faults).toEqual([
      expect.stringMatching(/^stages\.prod\.emailFrom: is missing; .*thaw\.settings\.json/),
      expect.stringMatching(/^stages\.prod\.operatorEmail: is missing; /),
    ]);
    expect(() => settingsOf("prod")).toThrow(/emailFrom[^]*operatorEmail/);
  });

  test("are told wrong with the field named, all of them at once", () => {
    const wrong = {
      stage: {},
      default: { emailfrom: "x", domain: { name: "a.net" }, operatorEmail: "nobody" },
      stages: {
        prod: {
          emailFrom: 5,
          permanent: "yes",
          colour: "red",
          opratorEmail: "a@b.net",
          domain: {
            certificateArn: ARN.replace("us-east-1", "eu-west-1"),
            services: { api: "x.net" },
          },
          whiteLabelHosts: [{ id: "A", host: "https://x.net", certificateArn: "arn" }],
          languageModel: { baseUrl: "ftp://x", models: [] },
          termsUrl: "terms",
          logRetention: "ever",
        },
        Prod: {},
        dev: [],
      },
    };
    expect(faultsOf(wrong)).toEqual(
      [
        /^default\.operatorEmail: is no email address$/,
        /^default\.emailfrom: is no setting; did you mean emailFrom\?$/,
        /^default\.domain: belongs to one stage/,
        /^stage: is no setting; did you mean stages\?$/,
        /^stages\.prod\.logRetention: has to be "one_week" or/,
        /^stages\.prod\.emailFrom: has to be text in quotes$/,
        /^stages\.prod\.languageModel\.baseUrl: is no http/,
        /^stages\.prod\.languageModel\.models: names no model$/,
        /^stages\.prod\.termsUrl: is no http/,
        /^stages\.prod\.permanent: has to be true or false$/,
        /^stages\.prod\.domain\.name: is missing$/,
        /^stages\.prod\.domain\.certificateArn: is in another region: .* us-east-1/,
        /^stages\.prod\.domain\.services\.api: is no setting; there are untracked, /,
        /^stages\.prod\.whiteLabelHosts\.0\.id: has other characters/,
        /^stages\.prod\.whiteLabelHosts\.0\.host: is no host name/,
        /^stages\.prod\.whiteLabelHosts\.0\.certificateArn: is no ARN/,
        /^stages\.prod\.colour: is no setting; there are /,
        /^stages\.prod\.opratorEmail: is no setting; did you mean operatorEmail\?$/,
        /^stages\.Prod: the name of a stage has small letters/,
        /^stages\.dev: has to be an object in braces$/,
      ].map((pattern) => expect.stringMatching(pattern)),
    );
  });

  test.each([
    "no-reply@thaw.example",
    "Thaw <no-reply@thaw.example>",
    "a@example.com",
    "a@mail.example.org",
    "a@EXAMPLE.net",
    "a@acme.test",
    "a@acme.invalid",
    "a@host.localhost",
    "a@printer.local",
  ])("refuse the example address %s on a permanent stage, wherever it stands", (emailFrom) => {
    expect(faultsOf({ stages: { prod: { ...PROD, emailFrom } } })).toEqual([
      expect.stringMatching(/^stages\.prod\.emailFrom: is .*example address|no email|neither/),
    ]);
    const inherited = {
      default: { ...PROD, operatorEmail: "a@example.com" },
      stages: { prod: {} },
    };
    expect(faultsOf(inherited)).toEqual([
      expect.stringMatching(/^default\.operatorEmail: is an example address/),
    ]);
    expect(faultsOf({ stages: { trial: { operatorEmail: "a@example.com" } } })).toEqual([]);
  });

  test("take addresses that only look like examples", () => {
    for (const emailFrom of ["a@example.de", "a@myexample.com", "a@example-mail.com"]) {
      expect(faultsOf({ stages: { prod: { ...PROD, emailFrom } } }), emailFrom).toEqual([]);
    }
  });

  test("give a host to one stage, and agencies' hosts to one with a domain", () => {
    const domain = { name: "app.acme-mail.net", certificateArn: ARN };
    const agency = { id: "acme", host: "app.acme-mail.net", certificateArn: ARN };
    const faults = faultsOf({
      stages: { prod: { ...PROD, domain }, dev: { whiteLabelHosts: [agency] } },
    });
    expect(faults).toEqual([
      "stages.dev.whiteLabelHosts: needs a domain",
      "stages.dev.whiteLabelHosts.0.host: app.acme-mail.net is also stages.prod.domain.name",
    ]);
  });

  test("that are no JSON are told with the line", () => {
    expect(faultsOf('{\n  "default": {\n    "emailFrom": "a@b.net",,\n  }\n}')).toEqual([
      expect.stringMatching(/thaw\.settings\.json, line 3: /),
    ]);
    expect(faultsOf('{\n  "default": {\n')).toEqual([expect.stringMatching(/, line 3: /)]);
    expect(faultsOf("{'a': 1}")).toEqual([expect.stringMatching(/, line 1: /)]);
    expect(faultsOf('\uFEFF{"default": {}}')).toEqual([]);
    for (const text of ["[]", "null", '"text"', "5"]) expect(faultsOf(text)).toHaveLength(1);
  });

  test("are bounded, in all and each", () => {
    expect(faultsOf(" ".repeat(300_000))).toEqual([expect.stringMatching(/300000 bytes/)]);
    expect(faultsOf({ default: { operatorEmail: `${"a".repeat(400)}@b.net` } })).toEqual([
      expect.stringMatching(/^default\.operatorEmail: has more than 320 characters$/),
    ]);
  });

  test("that somebody has named but that are not there are missed", () => {
    vi.stubEnv("THAW_SETTINGS", "/nowhere/thaw.settings.json");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(readSettings("dev").faults).toEqual([
      "/nowhere/thaw.settings.json is not there (THAW_SETTINGS names it)",
    ]);
  });

  test("know the example of the documentation", () => {
    const text = readFileSync("docs/deploy.md", "utf8");
    const [, example = ""] = /```json\n(\{[^`]*"stages"[^`]*)```/.exec(text) ?? [];
    const filled = example.replaceAll("example.com", "acme-mail.net");
    expect(faultsOf(filled, "prod")).toEqual([]);
    // Copied without a change it deploys no stage of people's data.
    expect(faultsOf(example, "prod").length).toBeGreaterThan(0);
  });
});

test.each([
  ...["prod", "a", "pr-15", "constructor", "x".repeat(30)].map((name) => [name, true] as const),
  ...["", "Prod", "1st", "a_b", "a.b", "-a", "a-", "a--b", "x".repeat(31), "ä", "__proto__"].map(
    (name) => [name, false] as const,
  ),
  ["sthree", false] as const,
  ["amzn-s3-demo-x", false] as const,
])("a stage may be called %o: %o", (name, isFit) => {
  expect(faultsOf({ default: PROD }, name).length).toBe(isFit ? 0 : 1);
  if (name === "__proto__") return;
  expect(faultsOf({ default: PROD, stages: { [name]: {} } }).length).toBe(isFit ? 0 : 1);
});
