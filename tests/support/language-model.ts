import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { variable } from "@thaw/core/environment";

export type ChatRequest = {
  authorization: string | undefined;
  body: { model: string; temperature: number; messages: { role: string; content: string }[] };
};

export type TestModel = AsyncDisposable & {
  /** Every request so far. */
  readonly requests: ChatRequest[];
  /** What it answers from now on: a text, an HTTP status, or what a function makes of the request. */
  answer: string | number | ((request: ChatRequest) => Promise<string> | string);
};

/** A server that speaks OpenAI's Chat Completions API; the product's environment points at it, with a key of the platform's. */
export async function startLanguageModel(): Promise<TestModel> {
  const requests: ChatRequest[] = [];
  const model: TestModel = {
    requests,
    answer: "Hello",
    async [Symbol.asyncDispose]() {
      delete process.env.AI_BASE_URL;
      delete process.env[variable.secret("AI_KEY")];
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { authorization } = incoming.headers;
    const isChat = incoming.method === "POST" && incoming.url === "/v1/chat/completions";
    if (!isChat) return response.writeHead(404).end();
    const body = JSON.parse(await text(incoming)) as ChatRequest["body"];
    const request = { authorization, body };
    requests.push(request);
    const { answer } = model;
    if (typeof answer === "number") return response.writeHead(answer).end("{}");
    const content = typeof answer === "string" ? answer : await answer(request);
    response.writeHead(200, { "Content-Type": "application/json" });
    return response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content } }] }));
  };
  const server = createServer((incoming, response) => void handle(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env.AI_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  process.env[variable.secret("AI_KEY")] = "platform-key";
  return model;
}
