export type Asked = {
  method?: string;
  /** Of a session. */
  token?: string;
  apiKey?: string;
  /** An object is sent as JSON, anything else as it is. */
  body?: object | string | URLSearchParams | FormData | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

export type Response = {
  status: number;
  /** The answer's `data`, or the whole answer of whatever has none; undefined unless it is JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each attack knows the shape that it asks for
  data: any;
  text: string;
  headers: Headers;
  milliseconds: number;
};

const TIMEOUT_MS = 60_000;

/** One request as it is, without following redirects. Status 0: no answer within a minute. */
export async function ask(url: string, asked: Asked = {}): Promise<Response> {
  const startedAt = performance.now();
  const answer = await fetch(url, requestOf(asked)).catch(() => undefined);
  const text = (await answer?.text().catch(() => "")) ?? "";
  return {
    status: answer?.status ?? 0,
    data: dataOf(text),
    text,
    headers: answer?.headers ?? new Headers(),
    milliseconds: performance.now() - startedAt,
  };
}

function requestOf(asked: Asked): RequestInit {
  const { body, method = body === undefined ? "GET" : "POST" } = asked;
  const isJson = body !== undefined && Object.getPrototypeOf(body) === Object.prototype;
  return {
    method,
    // A connection of its own: the product closes those on which it refused a body.
    headers: {
      connection: "close",
      ...credentialsOf(asked),
      ...(isJson ? JSON_BODY : {}),
      ...asked.headers,
    },
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
  };
}

const JSON_BODY = { "content-type": "application/json" };

function credentialsOf({ token, apiKey }: Asked): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return apiKey === undefined ? {} : { "x-api-key": apiKey };
}

function dataOf(text: string): unknown {
  try {
    const json = JSON.parse(text);
    return json?.data ?? json;
  } catch {
    return undefined;
  }
}
