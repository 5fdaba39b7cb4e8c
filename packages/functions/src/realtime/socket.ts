import { AppError } from "@thaw/core/error";
import { VIEWER_HEADER } from "@thaw/core/origin";
import { closeConnection, openConnection } from "@thaw/core/workspace/realtime/connection";
import {
  forgetGraphqlSocket,
  openGraphqlSocket,
} from "@thaw/core/workspace/realtime/graphql-socket";
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";
import { invocation } from "../invocation.ts";

// The type lacks what API Gateway sends when a socket is opened.
type SocketEvent = Pick<APIGatewayProxyWebsocketEventV2, "body"> & {
  requestContext: APIGatewayProxyWebsocketEventV2["requestContext"] & {
    identity?: { sourceIp?: string };
  };
  headers?: Record<string, string | undefined>;
  queryStringParameters?: Record<string, string | undefined>;
};

const PROTOCOL_HEADER = "Sec-WebSocket-Protocol";
const GRAPHQL = "graphql-transport-ws";

/**
 * Websockets open with a ticket and then only listen, where a "ping" shows both sides that the line is alive; or they offer
 * GraphQL's sub-protocol and say in its first message who they are.
 */
export const handler = invocation("onSocket", answer);

async function answer(event: SocketEvent): Promise<APIGatewayProxyResultV2> {
  const { routeKey, connectionId } = event.requestContext;
  if (routeKey === "$connect") return connect(event, connectionId);
  if (routeKey === "$disconnect") {
    await closeConnection(connectionId);
    await forgetGraphqlSocket(connectionId);
    return { statusCode: 200 };
  }
  const { body = "" } = event;
  if (body === "ping") return { statusCode: 200, body: "pong" };
  // Only when someone speaks it: most sockets only listen.
  const { onMessage } = await import("../graphql/socket.ts");
  const reply = await onMessage(connectionId, body);
  return reply ? { statusCode: 200, body: JSON.stringify(reply) } : { statusCode: 200 };
}

async function connect(event: SocketEvent, connectionId: string) {
  const ticket = event.queryStringParameters?.ticket;
  if (ticket === undefined && offered(event).includes(GRAPHQL)) {
    const opened = await orRefusal(openGraphqlSocket(connectionId, addressOf(event)));
    return opened ?? { statusCode: 200, headers: { [PROTOCOL_HEADER]: GRAPHQL } };
  }
  return (await orRefusal(openConnection(ticket ?? "", connectionId))) ?? { statusCode: 200 };
}

/** A socket that is not opened has a status and no words. */
async function orRefusal(opening: Promise<void>): Promise<{ statusCode: number } | undefined> {
  try {
    await opening;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return { statusCode: error.status };
    throw error;
  }
}

/** Behind CloudFront the gateway itself sees only that. */
function addressOf({ headers = {}, requestContext }: SocketEvent): string {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return new Headers(given).get(VIEWER_HEADER) ?? requestContext.identity?.sourceIp ?? "";
}

/** RFC 6455 11.3.4: a list with commas; header names have no case. */
function offered({ headers = {} }: SocketEvent): string[] {
  const name = Object.keys(headers).find(
    (each) => each.toLowerCase() === PROTOCOL_HEADER.toLowerCase(),
  );
  return (name ? (headers[name] ?? "") : "").split(",").map((protocol) => protocol.trim());
}
