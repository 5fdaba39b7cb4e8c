import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FunctionName } from "@thaw/core/manifest";
import { CLOSE_HEADER } from "@thaw/core/workspace/realtime/close-header";
import { type WebSocket, WebSocketServer } from "ws";
import { socketEvent } from "./events.ts";
import type { Invoke } from "./runtime.ts";
import { listen, originOf } from "./server.ts";

/** API Gateway's limit for a message. */
const MAX_MESSAGE_BYTES = 128 * 1024;
/** What may wait for a client that does not read, before API Gateway says 429. */
const MAX_WAITING_BYTES = 1024 * 1024;
const PROTOCOL = "sec-websocket-protocol";

type Connection = { id: string; connectedAt: number; ip: string; socket: WebSocket };
type Connections = Map<string, Connection>;
type ConnectResult = { statusCode?: number; headers?: Record<string, string> } | undefined;

export type Sockets = {
  /** For the "upgrade" event of the server that browsers reach. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>;
  /** Answers PostToConnection, GetConnection and DeleteConnection. */
  manage: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  close: () => void;
};

/** A WebSocket API as API Gateway runs it: connecting, messages and closing become events of one function. */
export function createSockets(consumer: FunctionName, invoke: Invoke): Sockets {
  const connections: Connections = new Map();
  const protocols = new WeakMap<IncomingMessage, string>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (_offered, request) => protocols.get(request) ?? false,
  });
  return {
    async upgrade(request, socket, head) {
      const ip = request.socket.remoteAddress ?? "127.0.0.1";
      const opened = { id: randomUUID(), connectedAt: Date.now(), ip };
      socket.on("error", () => socket.destroy());
      const { status, protocol } = await connect(consumer, invoke, opened, request);
      if (status >= 300) {
        socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      if (protocol) protocols.set(request, protocol);
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = { ...opened, socket: webSocket };
        connections.set(opened.id, connection);
        webSocket.once("close", () => connections.delete(opened.id));
        serve(connection, consumer, invoke);
      });
    },
    manage: (request, response) => manage(connections, request, response),
    close() {
      for (const { socket } of connections.values()) socket.close(1001);
      server.close();
    },
  };
}

async function connect(
  consumer: FunctionName,
  invoke: Invoke,
  opened: Omit<Connection, "socket">,
  { headers, url = "/" }: IncomingMessage,
): Promise<{ status: number; protocol: string | undefined }> {
  const query = Object.fromEntries(new URL(url, "http://127.0.0.1").searchParams);
  try {
    const event = socketEvent("$connect", opened, { headers, query });
    const { statusCode = 200, headers: answered = {} } =
      ((await invoke(consumer, event)) as ConnectResult) ?? {};
    const protocol = Object.entries(answered).find(
      ([name]) => name.toLowerCase() === PROTOCOL,
    )?.[1];
    return { status: statusCode, protocol };
  } catch (error) {
    console.error("A websocket could not be opened", error);
    return { status: 500, protocol: undefined };
  }
}

function serve(connection: Connection, consumer: FunctionName, invoke: Invoke): void {
  const { socket } = connection;
  // One after the other: a client's messages build on one another.
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = (run: () => Promise<void>) => {
    last = last.then(run).catch((error: unknown) => {
      console.error("A websocket message failed", error);
    });
  };
  socket.on("error", () => socket.terminate());
  socket.on("message", (data: Buffer) =>
    enqueue(async () => {
      const event = socketEvent("$default", connection, { body: data.toString() });
      const answer = ((await invoke(consumer, event)) as { body?: string } | undefined)?.body;
      if (answer) socket.send(answer);
    }),
  );
  socket.on("close", () =>
    enqueue(async () => {
      await invoke(consumer, socketEvent("$disconnect", connection, {}));
    }),
  );
}

async function manage(
  connections: Connections,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const id = /^\/(?:%40|@)connections\/([^/?]+)$/.exec(request.url ?? "")?.[1];
  const connection = id ? connections.get(decodeURIComponent(id)) : undefined;
  if (!connection) {
    // The SDK knows this answer as GoneException.
    response.writeHead(410, { "x-amzn-errortype": "GoneException" }).end();
    return;
  }
  const { socket, connectedAt, ip } = connection;
  if (request.method === "POST") {
    const data = await buffer(request);
    if (socket.bufferedAmount > MAX_WAITING_BYTES) {
      response.writeHead(429, { "x-amzn-errortype": "LimitExceededException" }).end();
      return;
    }
    socket.send(data.toString());
    response.writeHead(200).end();
  } else if (request.method === "DELETE") {
    const [, code, reason] =
      /^(\d{4}) (.{0,120})$/.exec(String(request.headers[CLOSE_HEADER])) ?? [];
    socket.close(code ? Number(code) : 1000, reason);
    // A client that does not read does not answer either.
    if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate();
    response.writeHead(204).end();
  } else {
    response.writeHead(200, { "content-type": "application/json" });
    const at = new Date(connectedAt).toISOString();
    response.end(JSON.stringify({ connectedAt: at, identity: { sourceIp: ip } }));
  }
}

/** The port on which functions post to open connections; nobody else reaches it. */
export async function startSocketManagement(
  sockets: Sockets,
  port: number,
): Promise<{ endpoint: string; server: Server }> {
  const server = createServer((request, response) => {
    sockets.manage(request, response).catch((error: unknown) => {
      console.error("A websocket could not be written to", error);
      response.destroy();
    });
  });
  await listen(server, port);
  return { endpoint: originOf(server), server };
}
