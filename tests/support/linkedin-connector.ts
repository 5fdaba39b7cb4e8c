import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export const CONNECTOR_SECRET = "a-secret-of-both-sides";

export type ConnectorRequest = {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  body: Record<string, unknown>;
};
type Answer = { status: string; message?: string };

export type FakeConnector = AsyncDisposable & {
  readonly url: string;
  /** Every request that was signed as it has to be, so far. */
  readonly requests: ConnectorRequest[];
  /** Requests that were not. */
  readonly refused: string[];
  /** What it answers from now on: by path, else "*"; a number is an HTTP status without a body. */
  readonly answers: Record<string, Answer | number>;
};

function isSigned({ method, url, headers }: IncomingMessage, body: string): boolean {
  const timestamp = headers["x-thaw-timestamp"]?.toString() ?? "";
  const expected = createHmac("sha256", CONNECTOR_SECRET)
    .update(`${timestamp}.${method ?? ""}.${url ?? ""}.${body}`)
    .digest("hex");
  // The secret itself never travels.
  const isSecretKept = !JSON.stringify([headers, body]).includes(CONNECTOR_SECRET);
  return isSecretKept && headers["x-thaw-signature"] === expected;
}

/**
 * A connector as docs/linkedin-connector.md describes it: checks the signature, does the same thing once however
 * often it is asked, and tells by its ref how far that is.
 */
export async function startLinkedInConnector(): Promise<FakeConnector> {
  const requests: ConnectorRequest[] = [];
  const refused: string[] = [];
  const answers: Record<string, Answer | number> = { "*": { status: "DONE" } };
  const done = new Map<string, string>();
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = "", url: path = "", headers } = incoming;
    const raw = await text(incoming);
    if (!isSigned(incoming, raw)) {
      refused.push(path);
      return response.writeHead(401).end();
    }
    const idempotencyKey = headers["idempotency-key"]?.toString();
    requests.push({ method, path, idempotencyKey, body: raw ? JSON.parse(raw) : {} });
    const answer = answers[path] ?? answers["*"] ?? 404;
    if (typeof answer === "number") return response.writeHead(answer).end();
    const name = idempotencyKey ?? path;
    const ref = path.startsWith("/status/")
      ? path.slice("/status/".length)
      : (done.get(name) ?? `ref-${done.size + 1}`);
    done.set(name, ref);
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ ref, ...answer }));
  };
  const server = createServer((incoming, response) => void handle(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refused,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
