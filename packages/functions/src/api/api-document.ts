import { PERMISSIONS } from "@thaw/core/actor";
import { STATUS } from "@thaw/core/error";
import type { Operation } from "@thaw/core/operation";
import { answerOf, hasFields, inputOf, queryOf } from "./api-schema.ts";
import { revisionFieldOf } from "./entity-tag.ts";
import { isList, isWholeList } from "./offset.ts";
import type { Endpoint } from "./respond.ts";

/** A route as Hono lists it; a handler made by `respond` carries its endpoint. */
export type DescribedRoute = { method: string; path: string; handler: object };
type Described = { operation: Operation } & Partial<Endpoint>;

const TITLE = "Thaw";
const INTRODUCTION =
  "Every response is JSON: `{ok: true, data}` or `{ok: false, code, key, message, status, fields?, field_keys?}`. `message` and `fields` are in the language that Accept-Language requests. Lists add `cursor`, which requests the next page, and `total` where it is stored, where the end was reached, and in requests with `offset`; where more than a thousand rows follow they give `total_is_at_least` instead. A method that a path does not accept gets 405, with the accepted ones in `Allow`. Send an API key as `X-API-Key`, or a session's token as `Authorization: Bearer`.";

const ref = (section: string, name: string | number) => ({
  $ref: `#/components/${section}/${name}`,
});

/** The OpenAPI 3.1 document of all routes that an operation answers. */
export function describeApi(routes: readonly DescribedRoute[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, handler } of routes) {
    if (!("operation" in handler)) continue;
    const address = path.replace(/:(\w+)/g, "{$1}");
    paths[address] = {
      ...paths[address],
      [method.toLowerCase()]: describeRoute(method, address, handler as Described),
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: TITLE, version: "1", description: INTRODUCTION },
    servers: [{ url: "/" }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b, "en"))),
    components: COMPONENTS,
  };
}

function describeRoute(method: string, address: string, described: Described) {
  const { permission } = described.operation;
  const isRead = method === "GET";
  const { path, rest } = inputOf(described.operation, address);
  const takesBody = !isRead && method !== "DELETE";
  return {
    operationId: operationIdOf(method, address),
    tags: [address.split("/")[2] ?? ""],
    "x-permission": permission,
    security: securityOf(permission, isRead),
    parameters: [
      ...path,
      ...(takesBody ? [] : queryOf(rest).map(asAsked)),
      ...pagingOf(described.operation).map((name) => ref("parameters", name)),
      ...headersOf(described, isRead).map((name) => ref("parameters", name)),
    ],
    ...(takesBody && hasFields(rest)
      ? { requestBody: { content: { "application/json": { schema: rest } } } }
      : {}),
    responses: { ...successOf(described, isRead), ...REFUSALS },
  };
}

/** The API's word for the order of a list, `offset.ts`. */
const asAsked = <Query extends { name: string }>(query: Query) =>
  query.name === "order" ? { ...query, name: "sort" } : query;

function pagingOf(operation: Operation): string[] {
  if (isWholeList(operation)) return ["Limit", "Offset"];
  return isList(operation) ? ["Offset"] : [];
}

/** Secrets are sent anew each time. */
const isTagged = ({ hasSecret }: Described, isRead: boolean) => isRead && !hasSecret;

function headersOf(described: Described, isRead: boolean): string[] {
  if (isRead) return isTagged(described, isRead) ? ["IfNoneMatch"] : [];
  const isKept = !described.hasSecret && described.operation.permission !== "public";
  return [
    ...(isKept ? ["IdempotencyKey"] : []),
    ...(revisionFieldOf(described.operation) ? ["IfMatch"] : []),
  ];
}

function successOf(described: Described, isRead: boolean) {
  const { operation, status = 200, hasSecret } = described;
  const content = { "application/json": { schema: answerOf(operation) } };
  const description = hasSecret ? "Done; shown this once" : "Done";
  return {
    [status]: { description, headers: HEADERS_OF_ALL, content },
    ...(isTagged(described, isRead) ? { 304: { description: "Not modified" } } : {}),
  };
}

const operationIdOf = (method: string, address: string) =>
  [method.toLowerCase(), ...address.split(/[/{}-]+/).filter((word) => word && word !== "api")].join(
    "_",
  );

/** What asks for a person and not for a permission is a key's only to read. */
function securityOf(permission: Operation["permission"], isRead: boolean): object[] {
  if (permission === "public") return [];
  const session = { session: [] };
  return permission === "signed_in" && !isRead ? [session] : [{ apiKey: [] }, session];
}

const STATUSES = [...new Set<number>(Object.values(STATUS)), 500].toSorted((a, b) => a - b);

const codesOf = (status: number) =>
  status === 500
    ? ["internal"]
    : Object.entries(STATUS).flatMap(([code, of]) => (of === status ? [code] : []));

/** What some refusals say besides. */
const HEADERS_OF_REFUSALS: Readonly<Record<number, object>> = {
  405: { Allow: ref("headers", "Methods") },
  429: { "Retry-After": ref("headers", "Seconds") },
};

const refusalOf = (status: number): object => ({
  description: codesOf(status).join(", "),
  ...(status in HEADERS_OF_REFUSALS ? { headers: HEADERS_OF_REFUSALS[status] } : {}),
  content: {
    "application/json": {
      schema: {
        type: "object",
        additionalProperties: false,
        properties: {
          ok: { const: false },
          code: { enum: codesOf(status) },
          key: {
            type: "string",
            description:
              "The key of the message: it stays the same when the message is reworded or translated",
          },
          message: { type: "string", description: "For the user, in the requested language" },
          status: { const: status },
          fields: {
            type: "object",
            description: "The errors by field",
            additionalProperties: { type: "array", items: { type: "string" } },
          },
          field_keys: {
            type: "object",
            description: "The keys of the messages in fields",
            additionalProperties: { type: "array", items: { type: "string" } },
          },
        },
        required: ["ok", "code", "key", "message", "status"],
      },
    },
  },
});

const REFUSALS = Object.fromEntries(STATUSES.map((status) => [status, ref("responses", status)]));

const HEADERS_OF_ALL = {
  "X-Request-Id": ref("headers", "RequestId"),
  "RateLimit-Limit": ref("headers", "Count"),
  "RateLimit-Remaining": ref("headers", "Count"),
  "RateLimit-Reset": ref("headers", "Seconds"),
};

const COMPONENTS = {
  securitySchemes: {
    apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
    session: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  },
  parameters: {
    Offset: {
      name: "offset",
      in: "query",
      description: "How many rows to skip; beyond 10,000 only cursors are accepted",
      schema: { type: "integer", minimum: 0, maximum: 10_000 },
    },
    Limit: {
      name: "limit",
      in: "query",
      description: "How many rows; all of them by default",
      schema: { type: "integer" },
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      description:
        "A name of your own for this request, such as a UUID. Sent again within 24 hours, it is done once and gets the same response.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    },
    IfMatch: {
      name: "If-Match",
      in: "header",
      description: "The ETag of the record to change, instead of its revision in the body",
      schema: { type: "string" },
    },
    IfNoneMatch: {
      name: "If-None-Match",
      in: "header",
      description: "The ETag of the response that the client already has",
      schema: { type: "string" },
    },
  },
  headers: {
    RequestId: {
      description:
        "The id that the request carried (up to 200 letters, digits and . : ; = + / - _), else a new one",
      schema: { type: "string" },
    },
    Methods: {
      description: "The methods that the path accepts, separated by commas",
      schema: { type: "string" },
    },
    Count: { schema: { type: "integer" } },
    Seconds: { schema: { type: "integer" } },
  },
  responses: Object.fromEntries(STATUSES.map((status) => [status, refusalOf(status)])),
  "x-permissions": PERMISSIONS,
};
