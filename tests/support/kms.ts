import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type KmsCall = { KeyId: string; EncryptionContext: object; CiphertextBlob?: string };

/**
 * Speaks the two calls of the KMS API (application/x-amz-json-1.1) that we use, with its rules, and counts them. The SDK
 * finds it from then on.
 */
export async function startKms(keyArn: string) {
  const wrapped = new Map<string, { plain: string; context: string }>();
  let counts: Record<string, number> = {};
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = (await json(request)) as KmsCall;
    const operation = String(request.headers["x-amz-target"]).replace("TrentService.", "");
    counts[operation] = (counts[operation] ?? 0) + 1;
    const context = JSON.stringify(call.EncryptionContext);
    const reply = (status: number, body: object) => {
      response.writeHead(status, { "content-type": "application/x-amz-json-1.1" });
      response.end(JSON.stringify(body));
    };
    if (call.KeyId !== keyArn) return reply(400, { __type: "NotFoundException" });
    if (operation === "GenerateDataKey") {
      const plain = randomBytes(32).toString("base64");
      const blob = randomBytes(64).toString("base64");
      wrapped.set(blob, { plain, context });
      return reply(200, { KeyId: keyArn, Plaintext: plain, CiphertextBlob: blob });
    }
    const found = wrapped.get(call.CiphertextBlob ?? "");
    if (found?.context !== context) return reply(400, { __type: "InvalidCiphertextException" });
    return reply(200, { KeyId: keyArn, Plaintext: found.plain });
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env.AWS_ENDPOINT_URL_KMS = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** How often each operation was asked for since this was asked last. */
    calls(): Record<string, number> {
      const since = counts;
      counts = {};
      return since;
    },
    /** Nothing that was wrapped can be unwrapped any more. */
    forget: () => wrapped.clear(),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
