import { once } from "node:events";
import { createClient as thawClient } from "@thaw/client/thaw-client";
import { type Client, createClient } from "graphql-ws";
import { expect, vi } from "vitest";
import { WebSocket } from "ws";
import { paced } from "../../scripts/pace.ts";

export const sendTo = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));
export const closeCode = async (socket: WebSocket) => Number((await once(socket, "close"))[0]);

/** Ways to ask for data and to subscribe to changes, at an origin that is known once the runtime is there. */
export function graphqlAt(origin: () => string) {
  const ask = (token: string, query: string, variables: Record<string, unknown> = {}) =>
    thawClient({ origin: origin(), token }).graphql<Record<string, unknown>>(query, variables);

  const address = () => `${origin().replace("http", "ws")}/v1/graphql`;

  function clientOf(token: string): Client {
    return createClient({
      url: address(),
      webSocketImpl: WebSocket,
      connectionParams: { token },
      retryAttempts: 0,
      lazyCloseTimeout: 0,
    });
  }

  /** A bare socket: for what no client would send. */
  async function openSocket(): Promise<WebSocket & { told: Record<string, unknown>[] }> {
    const socket = Object.assign(new WebSocket(address(), "graphql-transport-ws"), {
      told: [] as Record<string, unknown>[],
    });
    socket.on("message", (data: Buffer) => socket.told.push(JSON.parse(String(data))));
    await once(socket, "open");
    return socket;
  }

  async function openFor(token: string) {
    const socket = await openSocket();
    sendTo(socket, { type: "connection_init", payload: { token } });
    await vi.waitUntil(() => socket.told.length === 1, paced(5000));
    expect(socket.told.shift()).toEqual({ type: "connection_ack" });
    return socket;
  }

  return { ask, clientOf, openSocket, openFor };
}
