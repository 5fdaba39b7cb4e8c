import { Validator } from "@seriousme/openapi-schema-validator";
import type { Operation } from "@thaw/core/operation";
import { expect, test } from "vitest";
import { createApi } from "./app.ts";

type Answer = { content?: Record<string, { schema: unknown }>; description: string };
type Described = {
  operationId: string;
  "x-permission": string;
  security: object[];
  parameters: { name?: string; in?: string; required?: boolean; $ref?: string }[];
  requestBody?: object;
  responses: Record<string, Answer>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Described>> };

const api = createApi();

async function read() {
  const response = await api.request("/api/openapi.json");
  expect(response.status).toBe(200);
  return (await response.json()) as Document;
}

const describedRoutes = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, ...described })),
  );

test("the API's document is OpenAPI 3.1, read without signing in [API-09]", async () => {
  const document = await read();
  expect(document.openapi).toBe("3.1.0");
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect({ valid, errors }).toMatchObject({ valid: true });
});

test("the document has every route that an operation answers, with its permission and who may call it [API-09]", async () => {
  const { paths } = await read();
  const routes = api.routes.filter(({ handler }) => "operation" in handler);
  expect(routes.length).toBeGreaterThan(150);
  for (const { method, path, handler } of routes) {
    const { permission } = (handler as unknown as { operation: Operation }).operation;
    const described = paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    expect(described?.["x-permission"], `${method} ${path}`).toBe(permission);
    const isOpen = permission === "public";
    expect(described?.security.length === 0, `${method} ${path}`).toBe(isOpen);
    const named = described?.parameters.filter((one) => one.in === "path").map(({ name }) => name);
    expect(named, path).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  }
});

test("each operation has an id of its own", async () => {
  const ids = describedRoutes(await read()).map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("lists say that they take a limit and a cursor, and what a tag is made from is in its body", async () => {
  const { paths } = await read();
  const names = paths["/api/campaigns"]?.get?.parameters.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["limit", "cursor"]));
  expect(paths["/api/tags"]?.post?.requestBody).toMatchObject({
    content: { "application/json": { schema: { type: "object", required: ["name"] } } },
  });
  expect(paths["/api/tags/{tag_id}"]?.patch?.requestBody).not.toMatchObject({
    content: { "application/json": { schema: { properties: { tag_id: {} } } } },
  });
});

/** Whether a schema has a key or a token anywhere that is not its last characters alone. */
function holdsSecret(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(
    ([name, value]) =>
      (/^(api_key|token)$/.test(name) && !JSON.stringify(value).includes("^…")) ||
      holdsSecret(value),
  );
}

test("an answer with a key or a token is marked as shown once, so that none is kept to be repeated", async () => {
  const secret = describedRoutes(await read()).filter(({ responses }) =>
    Object.values(responses).some(({ content }) => holdsSecret(content)),
  );
  expect(secret.length).toBeGreaterThan(6);
  for (const { path, responses } of secret) {
    const shown = Object.values(responses).some(({ description }) => /once/.test(description));
    expect(`${path} ${shown}`).toBe(`${path} true`);
  }
});
