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

test("a flag beats the environment, and an empty variable counts as not set", () => {
  const settings = readSettings(["--port", "4000", "--data", "/srv/thaw", "--demo"], {
    PORT: "5000",
    SITE_URL: "https://thaw.example/",
    EMAIL_FROM: "",
    AWS_ENDPOINT_URL_DYNAMODB: "",
  });
  expect(settings).toMatchObject({
    port: 4000,
    data: "/srv/thaw",
    demo: true,
    siteUrl: "https://thaw.example",
    emailFrom: "Thaw <no-reply@localhost>",
    dynamoEndpoint: undefined,
  });
});

const messageOf = (args: readonly string[], environment: Record<string, string>) => {
  try {
    readSettings(args, environment);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("These settings were taken");
};

test("wrong settings are named, all at once, by the flag or variable that they came from", () => {
  const message = messageOf(["--port", "many"], { SITE_URL: "thaw", EMAIL_FROM: "Thaw" });
  expect(message.split("\n")).toEqual([
    "Thaw cannot start with these settings:",
    "  --port=many is no port number from 0 to 65535, such as 3000",
    "  SITE_URL=thaw is no address of the form https://thaw.example.com: with http or https, and without a path",
    "  EMAIL_FROM=Thaw is no sender such as Thaw <no-reply@example.com>",
  ]);
});

const WRONG: [environment: Record<string, string>, said: string][] = [
  [{ PORT: "70000" }, "PORT=70000 is no port number"],
  [{ PORT: "-1" }, "PORT=-1 is no port number"],
  [{ THAW_INNER_PORT: "65532" }, "THAW_INNER_PORT=65532 is no port number from 0 to 65531"],
  [{ PORT: "18803" }, "PORT=18803 is one of the ports inside, 18801 to 18805"],
  [{ SITE_URL: "ftp://thaw.example" }, "SITE_URL=ftp://thaw.example is no address"],
  [{ SITE_URL: "https://a.example/thaw" }, "without a path"],
  [{ EMAIL_FROM: "a@b.example, c@d.example" }, "EMAIL_FROM="],
  [{ AWS_ENDPOINT_URL_DYNAMODB: "localhost:8000" }, "AWS_ENDPOINT_URL_DYNAMODB=localhost:8000"],
];

test.for(WRONG)("%o is refused", ([environment, said]) => {
  expect(messageOf([], environment)).toContain(said);
});

test("an SMTP server for the product's own email needs a host and a sender, and its password is not shown", () => {
  const transport = JSON.stringify({ hots: "smtp.example", auth: { pass: "melting-Ice-1" } });
  const message = messageOf([], { SMTP_TRANSPORT: transport });
  expect(message).toMatch(/SMTP_TRANSPORT \(\d+ characters\) is no JSON with a host/);
  expect(message).toContain("EMAIL_FROM is not set, but SMTP_TRANSPORT is");
  expect(message).not.toContain("melting");
  const right = { SMTP_TRANSPORT: '{"host":"smtp.example"}', EMAIL_FROM: "no-reply@firm.example" };
  expect(readSettings([], right).emailFrom).toBe("no-reply@firm.example");
});

test("an unknown flag is refused with those that there are", () => {
  expect(messageOf(["--prot", "3001"], {})).toMatch(
    /Unknown option '--prot'.*--port N, --data DIR/,
  );
  expect(messageOf(["extra"], {})).toMatch(/Unexpected argument 'extra'/);
  expect(messageOf(["--port"], {})).toMatch(/--port/);
});
