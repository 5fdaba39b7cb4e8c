/**
 * A client of Thaw's API for browsers and servers: one file that needs nothing but `fetch`. No call throws for what goes
 * wrong on the way: every call gives an `Answer`.
 */

export type Success<Data> = {
  ok: true;
  data: Data;
  /** Of a list: asks for the next page; null at its end. */
  cursor?: string | null;
  /** Of a list: how many rows it has. */
  total?: number;
  /** Of a list that is too long to be counted: so many rows at least. */
  total_is_at_least?: number;
  /** Under which the server has this call in its logs. */
  requestId?: string | undefined;
};

export type Refusal = {
  ok: false;
  /** Of HTTP; of GraphQL its first error's; 0 when no answer came. */
  status: number;
  /** The server's own, or "offline", "timeout", "aborted" when no answer came and "unreadable" for one that is not the API's. */
  code: string;
  /** For the user, in the language asked for. */
  message: string;
  /** Which message it is, of the API; stays when the message is reworded or translated. */
  key?: string;
  /** What is wrong, by field. */
  fields: Record<string, string[]>;
  /** The keys of the messages in `fields`. */
  field_keys?: Record<string, string[]>;
  /** What came instead of a message; of GraphQL what was found in spite of the errors. */
  data?: unknown;
  requestId?: string | undefined;
  /** How long to wait before the next try, where the server says so. */
  retryAfterSeconds?: number;
};

export type Answer<Data> = Success<Data> | Refusal;

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;
type Options = { signal?: AbortSignal | undefined; headers?: Readonly<Record<string, string>> };
type Read = <Data = unknown>(
  path: string,
  query?: Query,
  options?: Options,
) => Promise<Answer<Data>>;
type Write = <Data = unknown>(
  path: string,
  body?: object,
  options?: Options,
) => Promise<Answer<Data>>;
type Methods = { get: Read; post: Write; patch: Write; put: Write; delete: Read };

/** All but the main server answer under their own name below the address of the product. */
export type Service =
  | "main"
  | "untracked"
  | "smart-delivery"
  | "smart-senders"
  | "smart-servers"
  | "analytics"
  | "warmup";

export type Settings = {
  /** The address of the product, such as "https://app.example.com". A page of the product itself needs none. */
  origin?: string;
  /** Of services that have an address of their own: "x-services" of the API's document has them all. */
  bases?: Readonly<Partial<Record<Service, string>>>;
  apiKey?: string;
  /** Of a session, instead of an API key. A function gives the one of the moment. */
  token?: string | (() => string | undefined);
  /** The message of a failure that has none of its own. */
  fallback?: () => string;
};

/** Milliseconds; GraphQL answers are waited for as long. */
const GRAPHQL_TIMEOUT = 600_000;
const FALLBACK = "The API encountered an issue. Please try again later.";

export type ThawClient = ReturnType<typeof createClient>;

/**
 * Each service with the methods that it has. Paths begin with a slash and are below the base address of their service:
 * `thaw.main.get("/api/campaigns", { limit: 200 })`.
 */
export function createClient(settings: Settings = {}) {
  const loading = createLoading();
  const fallback = settings.fallback ?? (() => FALLBACK);
  const send = <Data>(request: Call, read: Reading<Data>) =>
    loading.during(() => answerTo(request, (response) => read(response, fallback())));
  const open = methodsAt(baseOf(settings, "main"), () => ({}), send);
  const at = (service: Service) =>
    methodsAt(baseOf(settings, service), () => credentialsOf(settings), send);
  const main = at("main");
  return {
    /** The main server, with the key or the token. */
    main,
    /** The main server without either. */
    anonymous: only(open, "get", "post"),
    untracked: only(at("untracked"), "post", "patch", "delete"),
    smartDelivery: at("smart-delivery"),
    smartSenders: only(at("smart-senders"), "get", "post"),
    smartServers: at("smart-servers"),
    analytics: only(at("analytics"), "get"),
    warmup: only(at("warmup"), "patch"),
    /** Plans of e-mail deliverability, which the main server keeps. */
    subscriptions: only(main, "get", "post", "patch", "delete"),
    /** Needs the token of a session. Errors beside the data make it a refusal, with the data in it. */
    graphql: <Data = unknown>(
      query: string,
      variables: Readonly<Record<string, unknown>> = {},
      { signal, headers }: Options = {},
    ): Promise<Answer<Data>> => {
      const address = `${baseOf(settings, "main")}/v1/graphql`;
      const body = { query, variables };
      const timeout = AbortSignal.timeout(GRAPHQL_TIMEOUT);
      const call = {
        method: "POST",
        address,
        body,
        headers: { ...credentialsOf(settings), ...headers },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      };
      return send(call, readGraphql<Data>);
    },
    /** Whether any call is under way. */
    isLoading: loading.isLoading,
    /** Calls `listener` whenever `isLoading` changes, until the function that it gives is called. */
    onLoading: loading.subscribe,
  };
}

function baseOf({ origin = "", bases = {} }: Settings, service: Service): string {
  const product = (bases.main ?? origin).replace(/(^|[^/])\/+$/, "$1");
  if (service === "main") return product;
  return (bases[service] ?? `${product}/${service}`).replace(/(^|[^/])\/+$/, "$1");
}

function credentialsOf({ apiKey, token }: Settings): Record<string, string> {
  const bearer = typeof token === "function" ? token() : token;
  if (bearer) return { authorization: `Bearer ${bearer}` };
  return apiKey ? { "x-api-key": apiKey } : {};
}

const only = <Name extends keyof Methods>(methods: Methods, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, methods[name]])) as Pick<Methods, Name>;

type Call = {
  method: string;
  address: string;
  body?: object | undefined;
  headers: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
};
type Reading<Data> = (response: Response, fallback: string) => Promise<Answer<Data>>;
type Send = <Data>(call: Call, read: Reading<Data>) => Promise<Answer<Data>>;

function methodsAt(base: string, credentials: () => Record<string, string>, send: Send): Methods {
  const call = <Data>(method: string, path: string, body: object | undefined, options: Options) =>
    send<Data>(
      {
        method,
        address: base + requirePath(path),
        body,
        headers: { ...credentials(), ...options.headers },
        signal: options.signal,
      },
      readAnswer,
    );
  const reading =
    (method: string): Read =>
    (path, query = {}, options = {}) =>
      call(method, path + searchOf(query), undefined, options);
  const writing =
    (method: string): Write =>
    (path, body, options = {}) =>
      call(method, path, body, options);
  return {
    get: reading("GET"),
    post: writing("POST"),
    patch: writing("PATCH"),
    put: writing("PUT"),
    delete: reading("DELETE"),
  };
}

/** "//host" would be another server, which would be sent the key. */
function requirePath(path: string): string {
  if (/^\/(?![/\\])/.test(path)) return path;
  throw new TypeError(`A path begins with one slash: ${path}`);
}

function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : "";
}

async function answerTo<Data>(
  { method, address, body, headers, signal }: Call,
  read: (response: Response) => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  try {
    const response = await fetch(address, {
      method,
      headers: { ...(body ? { "content-type": "application/json" } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
    return await read(response);
  } catch (error) {
    return unanswered(error, signal);
  }
}

const UNANSWERED = {
  offline: "The server cannot be reached",
  timeout: "The server has not answered in time",
  aborted: "The call was given up",
};

function unanswered(error: unknown, signal: AbortSignal | undefined): Refusal {
  const isTimeout = error instanceof Error && error.name === "TimeoutError";
  const code = isTimeout ? "timeout" : signal?.aborted ? "aborted" : "offline";
  return { ok: false, status: 0, code, message: UNANSWERED[code], fields: {}, data: error };
}

/**
 * The result of a call: the data, or the HTTP status and the server's own message with whatever else its body says. Nothing
 * in a body can make a failure look like a success or change its status.
 */
async function readAnswer<Data>(response: Response, fallback: string): Promise<Answer<Data>> {
  const { said, body, requestId } = await bodyOf(response);
  if (response.ok && said.ok === true) {
    return { ...said, data: said.data as Data, requestId, ok: true };
  }
  return refusalOf(response, said, { body, requestId, fallback });
}

/** GraphQL over HTTP: `{data?, errors?}`, or the API's own refusal where no query was begun. */
async function readGraphql<Data>(response: Response, fallback: string): Promise<Answer<Data>> {
  const { said, body, requestId } = await bodyOf(response);
  const [error] = Array.isArray(said.errors) ? said.errors : [];
  if (response.ok && !error && "data" in said) {
    return { ok: true, data: said.data as Data, requestId };
  }
  if (!isObject(error)) return refusalOf(response, said, { body, requestId, fallback });
  const { code, status, fields } = isObject(error.extensions) ? error.extensions : {};
  const details = { code, fields, message: error.message, errors: said.errors, data: said.data };
  const answered = {
    headers: response.headers,
    status: typeof status === "number" ? status : response.status,
  };
  return refusalOf(answered, details, { body, requestId, fallback });
}

async function bodyOf(response: Response) {
  const text = await response.text();
  const parsed = parse(text);
  return {
    body: parsed ?? text,
    said: isObject(parsed) ? parsed : {},
    requestId: response.headers.get("x-request-id") ?? undefined,
  };
}

type ErrorResponse = { body: unknown; requestId: string | undefined; fallback: string };

function refusalOf(
  { status, headers }: Pick<Response, "status" | "headers">,
  said: Record<string, unknown>,
  { body, requestId, fallback }: ErrorResponse,
): Refusal {
  const hasMessage = typeof said.message === "string" && said.message !== "";
  const retryAfterSeconds = Number(headers.get("retry-after") ?? Number.NaN);
  return {
    ...said,
    ...(hasMessage ? {} : { data: body }),
    ...(Number.isNaN(retryAfterSeconds) ? {} : { retryAfterSeconds }),
    code: typeof said.code === "string" ? said.code : "unreadable",
    message: hasMessage ? String(said.message) : fallback,
    fields: isObject(said.fields) ? (said.fields as Refusal["fields"]) : {},
    requestId,
    ok: false,
    status,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Up while at least one call is under way. */
function createLoading() {
  let underWay = 0;
  const listeners = new Set<() => void>();
  const move = (by: 1 | -1) => {
    const wasLoading = underWay > 0;
    underWay += by;
    if (wasLoading !== underWay > 0) for (const listener of listeners) listener();
  };
  return {
    isLoading: () => underWay > 0,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      move(1);
      try {
        return await work();
      } finally {
        move(-1);
      }
    },
  };
}
