type Api = { request: (path: string, init: RequestInit) => Response | Promise<Response> };

export type Asked = {
  /** A session's. */
  token?: string | undefined;
  /** An API key. */
  key?: string | undefined;
  /** Sent as JSON. */
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
};

/** Asks the API from an address of its own, so that tests do not use up one another's tries. */
export async function ask(api: Api, request: string, asked: Asked): Promise<Response> {
  const { token, key, body, headers } = asked;
  const [method = "", path = ""] = request.split(" ");
  return api.request(path, {
    method,
    headers: {
      "x-forwarded-viewer": crypto.randomUUID(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { "x-api-key": key }),
      ...(body ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
