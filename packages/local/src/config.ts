import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as v from "valibot";

/** The repository's root. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, "is no port number"),
  v.transform(Number),
  v.maxValue(65_535, "is no port number"),
);

const Settings = v.object({
  port: v.optional(port, "3000"),
  data: v.optional(v.string(), ".thaw"),
  demo: v.optional(v.boolean(), false),
  /** The first of the ports inside, which follow one another. */
  innerPort: v.optional(port, "18801"),
  /** The public address, when a reverse proxy on this machine stands before the product. */
  siteUrl: v.optional(
    v.pipe(
      v.string(),
      v.url("is no address"),
      v.transform((url) => url.replace(/(?<!\/)\/+$/, "")),
    ),
  ),
  emailFrom: v.optional(v.string(), "Thaw <no-reply@localhost>"),
  /** A DynamoDB that runs already, instead of the embedded one. */
  dynamoEndpoint: v.optional(v.pipe(v.string(), v.url("is no address"))),
});

export type LocalSettings = v.InferOutput<typeof Settings>;

/**
 * Reads `--port`, `--data` and `--demo`, and the environment: PORT, THAW_DATA, THAW_INNER_PORT, SITE_URL, EMAIL_FROM and
 * AWS_ENDPOINT_URL_DYNAMODB.
 *
 * @throws with every wrong value at once
 */
export function readSettings(
  args: readonly string[],
  environment: Record<string, string | undefined>,
): LocalSettings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      data: { type: "string" },
      demo: { type: "boolean" },
    },
  });
  const parsed = v.safeParse(Settings, {
    port: values.port ?? environment.PORT,
    data: values.data ?? environment.THAW_DATA,
    demo: values.demo,
    innerPort: environment.THAW_INNER_PORT,
    siteUrl: environment.SITE_URL,
    emailFrom: environment.EMAIL_FROM,
    dynamoEndpoint: environment.AWS_ENDPOINT_URL_DYNAMODB,
  });
  if (parsed.success) return parsed.output;
  const wrong = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  throw new Error(`Thaw cannot start with these settings: ${wrong.join("; ")}`);
}
