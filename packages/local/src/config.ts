import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { INNER_PORTS } from "./inner-ports.ts";

/** The repository's root. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

const FLAGS = {
  port: { type: "string" },
  data: { type: "string" },
  demo: { type: "boolean" },
} as const;
const HIGHEST_PORT = 65_535;

const portUpTo = (highest: number, example: string) => {
  const wrong = `is no port number from 0 to ${highest}, such as ${example}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/, wrong),
    v.transform(Number),
    v.maxValue(highest, wrong),
  );
};

const isAddress = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
};

const origin = (example: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => isAddress(text) !== undefined && /^https?:\/\/[^/?#]+\/*$/i.test(text),
      `is no address of the form ${example}: with http or https, and without a path`,
    ),
    v.transform((url) => url.replace(/(?<!\/)\/+$/, "")),
  );

/** An address alone, or a name before it in angle brackets (RFC 5322 3.4). */
const MAIL_FROM = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

const isTransport = (text: string): boolean => {
  try {
    const options = JSON.parse(text) as Record<string, unknown> | null;
    return typeof options?.host === "string" && options.host !== "";
  } catch {
    return false;
  }
};

const Settings = v.object({
  port: v.optional(portUpTo(HIGHEST_PORT, "3000"), "3000"),
  data: v.optional(v.string(), ".thaw"),
  demo: v.optional(v.boolean(), false),
  /** The first of the ports inside, which follow one another. */
  innerPort: v.optional(portUpTo(HIGHEST_PORT - INNER_PORTS + 1, "18801"), "18801"),
  /** The public address, when a reverse proxy on this machine stands before the product. */
  siteUrl: v.optional(origin("https://thaw.example.com")),
  emailFrom: v.optional(
    v.pipe(v.string(), v.regex(MAIL_FROM, "is no sender such as Thaw <no-reply@example.com>")),
    "Thaw <no-reply@localhost>",
  ),
  /** A DynamoDB that runs already, instead of the embedded one. */
  dynamoEndpoint: v.optional(origin("http://127.0.0.1:8000")),
});

/** Who carries the product's own email: read by aws-ses-v2-local, which takes a wrong one for none. */
const Transport = v.optional(
  v.pipe(
    v.string(),
    v.check(
      isTransport,
      'is no JSON with a host, such as {"host":"smtp.example.com","port":587,"auth":{"user":"…","pass":"…"}}',
    ),
  ),
);

export type LocalSettings = v.InferOutput<typeof Settings>;
type Given = Record<string, string | undefined>;

/** Where each setting comes from: the flag, or else the variable. */
const VARIABLES: Record<Exclude<keyof LocalSettings, "demo">, string> = {
  port: "PORT",
  data: "THAW_DATA",
  innerPort: "THAW_INNER_PORT",
  siteUrl: "SITE_URL",
  emailFrom: "EMAIL_FROM",
  dynamoEndpoint: "AWS_ENDPOINT_URL_DYNAMODB",
};

/**
 * Reads `--port`, `--data` and `--demo`, and the environment: PORT, THAW_DATA, THAW_INNER_PORT, SITE_URL, EMAIL_FROM,
 * SMTP_TRANSPORT and AWS_ENDPOINT_URL_DYNAMODB. A variable that is empty counts as not set.
 *
 * @throws with every wrong value at once: what the setting is called, what it got, and what it takes
 */
export function readSettings(args: readonly string[], environment: Given): LocalSettings {
  const flags = readFlags(args);
  const given: Given = {};
  const names: Given = {};
  for (const [setting, variable] of Object.entries(VARIABLES)) {
    const flag = setting === "port" || setting === "data" ? flags[setting] : undefined;
    names[setting] = flag === undefined ? variable : `--${setting}`;
    given[setting] = flag ?? (environment[variable] || undefined);
  }
  const parsed = v.safeParse(Settings, { ...given, demo: flags.demo });
  const wrong = (parsed.issues ?? []).map((issue) => {
    const setting = v.getDotPath(issue) ?? "";
    return `${names[setting]}=${given[setting]} ${issue.message}`;
  });
  wrong.push(...wrongTransport(environment));
  if (wrong.length === 0 && parsed.success) wrong.push(...clash(parsed.output, names));
  if (wrong.length === 0 && parsed.success) return parsed.output;
  throw new Error(`Thaw cannot start with these settings:\n  ${wrong.join("\n  ")}`);
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values;
  } catch (error) {
    const [said] = (error as Error).message.split(". ");
    throw new Error(
      `Thaw cannot start: ${said}. It takes --port N, --data DIR and --demo, such as: npm start -- --port 3001`,
    );
  }
}

/** The value holds a password, so it is not shown. */
function wrongTransport({ SMTP_TRANSPORT, EMAIL_FROM }: Given): string[] {
  const text = SMTP_TRANSPORT?.trim();
  if (!text) return [];
  const { issues = [] } = v.safeParse(Transport, text);
  const wrong = issues.map(
    ({ message }) => `SMTP_TRANSPORT (${text.length} characters) ${message}`,
  );
  if (!EMAIL_FROM) {
    wrong.push(
      "EMAIL_FROM is not set, but SMTP_TRANSPORT is: name the sender that its server takes, such as Thaw <no-reply@example.com>",
    );
  }
  return wrong;
}

/** The product's own port among those inside would be found taken by itself. */
function clash({ port, innerPort }: LocalSettings, names: Given): string[] {
  const last = innerPort + INNER_PORTS - 1;
  if (port === 0 || innerPort === 0 || port < innerPort || port > last) return [];
  return [
    `${names.port}=${port} is one of the ports inside, ${innerPort} to ${last}: take another, or move those by THAW_INNER_PORT`,
  ];
}
