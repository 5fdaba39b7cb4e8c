import { once } from "node:events";
import {
  ApiGatewayManagementApiClient,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import type { APIGatewayProxyWebsocketEventV2 } from "aws-lambda";
import { expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { paced } from "../../scripts/pace.ts";
import { startTestLocal, temporaryFolder } from "./start.ts";

type Event = APIGatewayProxyWebsocketEventV2 & {
  headers?: Record<string, string>;
  queryStringParameters?: Record<string, string>;
};

test("a websocket's life reaches its function, and functions post to it", async () => {
  using folder = temporaryFolder();
  const events: Event[] = [];
  await using local = await startTestLocal(folder.path, {
    onSocket: (event: Event) => {
      events.push(event);
      const { routeKey } = event.requestContext;
      if (routeKey === "$connect") {
        const headers = { "Sec-WebSocket-Protocol": "graphql-transport-ws" };
        return { statusCode: 200, headers };
      }
      return { statusCode: 200, ...(routeKey === "$default" ? { body: `re: ${event.body}` } : {}) };
    },
  });
  const socket = new WebSocket(
    `${local.url.replace("http", "ws")}/socket?ticket=t1`,
    "graphql-transport-ws",
  );
  await once(socket, "open");
  expect(socket.protocol).toBe("graphql-transport-ws");
  const id = events[0]?.requestContext.connectionId ?? "";
  expect(events[0]).toMatchObject({
    queryStringParameters: { ticket: "t1" },
    requestContext: { routeKey: "$connect", eventType: "CONNECT", connectionId: id },
  });

  socket.send("hello");
  expect(String((await once(socket, "message"))[0])).toBe("re: hello");
  expect(events[1]).toMatchObject({
    body: "hello",
    requestContext: { routeKey: "$default", eventType: "MESSAGE", connectionId: id },
  });

  const api = new ApiGatewayManagementApiClient({ endpoint: process.env.WEBSOCKET_ENDPOINT ?? "" });
  const post = () => api.send(new PostToConnectionCommand({ ConnectionId: id, Data: "news" }));
  const pushed = once(socket, "message");
  await post();
  expect(String((await pushed)[0])).toBe("news");

  socket.close();
  await vi.waitUntil(() => events.length === 3, paced(5000));
  expect(events[2]?.requestContext).toMatchObject({ routeKey: "$disconnect", connectionId: id });
  await expect(post()).rejects.toMatchObject({ name: "GoneException" });
});

test("a connection that the function refuses is not opened", async () => {
  using folder = temporaryFolder();
  await using local = await startTestLocal(folder.path, { onSocket: () => ({ statusCode: 401 }) });
  const socket = new WebSocket(`${local.url.replace("http", "ws")}/socket`);
  const [error] = await once(socket, "error");
  expect(String(error)).toContain("401");
});
