export type Refusal = {
  ok: false;
  /** Of HTTP; 0 when nothing was sent or no answer came. */
  status: number;
  /** Of AppError, or "offline" when no answer came. */
  code: string;
  /** For the user; empty when there is none. */
  message: string;
  fields: Record<string, string[]>;
  /** What came instead of a message. */
  data?: unknown;
};
export type Answer<Data> = { ok: true; data: Data } | Refusal;

export const OFFLINE: Refusal = { ok: false, status: 0, code: "offline", message: "", fields: {} };

/** What need not be sent to be refused. */
export const refusedHere = (message: string, fields: Refusal["fields"] = {}): Refusal => ({
  ok: false,
  status: 0,
  code: "invalid",
  message,
  fields,
});

/**
 * The result of a call: the data, or the HTTP status and the server's own message with whatever else its body says. Nothing
 * in a body can make a failure look like a success or change its status.
 *
 * @param fallback the message of a failure that has none of its own
 */
export async function readAnswer<Data>(
  response: Response,
  fallback: string,
): Promise<Answer<Data>> {
  const text = await response.text();
  const body = parse(text);
  const said = isObject(body) ? body : {};
  if (response.ok && said.ok === true) return { ok: true, data: said.data as Data };
  const hasMessage = typeof said.message === "string" && said.message !== "";
  return {
    code: "internal",
    ...said,
    ...(hasMessage ? {} : { data: body ?? text }),
    fields: isObject(said.fields) ? (said.fields as Refusal["fields"]) : {},
    message: hasMessage ? String(said.message) : fallback,
    ok: false,
    status: response.status,
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
