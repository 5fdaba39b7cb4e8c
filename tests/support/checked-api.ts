import { type DescribedRoute, describeApi } from "@thaw/functions/api/api-document";
import { createApi } from "@thaw/functions/api/app";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

type Documented = { content?: Record<string, { schema: object }> };
type Responses = Record<string, Documented & { $ref?: string }>;

/**
 * The HTTP API, whose every answer is held against the API's own document: a status, a media type or a field that the
 * document does not have is an error.
 */
export function checkedApi() {
  const api = createApi();
  const check = answerCheck(api.routes);
  const ask = api.request;
  const request: typeof ask = async (target, init, ...rest) => {
    const response = await ask(target, init, ...rest);
    if (typeof target !== "string") throw new Error("Ask by address");
    await check(init?.method ?? "GET", target.split("?")[0] ?? "", response.clone());
    return response;
  };
  return Object.assign(api, { request });
}

function answerCheck(routes: readonly DescribedRoute[]) {
  const { paths, components } = describeApi(routes);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const compiled = new Map<object, ValidateFunction>();

  /** What the document says of a route's answer with this status. */
  const documented = (template: string, method: string, status: number): Documented | undefined => {
    const route = paths[template]?.[method.toLowerCase()] as { responses: Responses } | undefined;
    const answer = route?.responses[status];
    return answer?.$ref ? (components.responses[status] as Documented) : answer;
  };
  const validatorOf = (schema: object) => {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    return validate;
  };

  return async (method: string, path: string, response: Response): Promise<void> => {
    const read = method === "HEAD" ? "GET" : method;
    const template = templateOf(routes, read, path);
    if (template === undefined) return;
    const where = `${method} ${template} ${response.status}`;
    const answer = documented(template, read, response.status);
    if (!answer) throw new Error(`${where}: the document has no such answer`);
    const content = contentOf(answer, response, where);
    if (!content || method === "HEAD") return;
    const validate = validatorOf(content.schema);
    if (validate(await response.json())) return;
    throw new Error(`${where} is not as documented: ${ajv.errorsText(validate.errors)}`);
  };
}

/** What the document says of JSON; undefined for other media types. @throws Error for one that it does not have */
function contentOf(answer: Documented, response: Response, where: string) {
  const mediaType = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  const content = answer.content?.[mediaType];
  if (!content && (answer.content || mediaType)) {
    throw new Error(`${where}: the document has no "${mediaType}"`);
  }
  return mediaType === "application/json" ? content : undefined;
}

/** The documented address that answers a path: the first that fits, as in Hono. */
function templateOf(
  routes: readonly DescribedRoute[],
  method: string,
  path: string,
): string | undefined {
  const found = routes.find(
    (route) =>
      route.method === method &&
      new RegExp(`^${route.path.replace(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}$`).test(path),
  );
  if (!found || !("operation" in found.handler)) return undefined;
  return found.path.replace(/:(\w+)/g, "{$1}");
}
