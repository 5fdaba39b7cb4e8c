// `npm run generate`: every route of the HTTP API with what its caller must be allowed, from the application itself.
import type { Operation } from "@thaw/core/operation";
import { createApi } from "@thaw/functions/api/app";
import { tableOf, writeOrCheck } from "./generated-document.ts";

/** Routes that no operation guards: probes, the API's description, and links in mails, which strangers open. */
const OPEN = new Set([
  "GET /healthz",
  "GET /readyz",
  "GET /api/openapi.json",
  "GET /o/:token",
  "GET /c/:token",
  "GET /u/:token",
  "POST /u/:token",
]);

/** Where each field of what is asked for is an operation. */
const BY_FIELD = "/v1/graphql";

/** Handlers made by `respond` carry their operation; Hono hands them on unwrapped. */
function permissionOf(path: string, handler: object): string {
  if (path === BY_FIELD) return "(by field)";
  if (!("operation" in handler)) return "";
  return (handler.operation as Operation).permission;
}

const rows = createApi()
  .routes.filter(({ method, path }) => !(method === "ALL" && path.endsWith("*")))
  .map(({ method, path, handler }) => [path, method, permissionOf(path, handler)] as const)
  .sort(([a, first], [b, second]) => a.localeCompare(b) || first.localeCompare(second));

const unguarded = rows.filter(
  ([path, method, permission]) => !permission && !OPEN.has(`${method} ${path}`),
);
for (const [path, method] of unguarded) {
  console.error(`${method} ${path} has no operation, so nobody checks its caller`);
  process.exitCode = 1;
}
const table = tableOf(
  ["Method", "Path", "Permission"],
  rows.map(([path, method, permission]) => [method, `\`${path}\``, permission || "(open)"]),
);
writeOrCheck("docs/routes.md", `# Routes of the HTTP API\n\n${table}`);
