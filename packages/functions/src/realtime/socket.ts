import { AppError } from "@thaw/core/error";
import { closeConnection, openConnection } from "@thaw/core/realtime/connection";
import { forgetGraphqlSocket, openGraphqlSocket } from "@thaw/core/realtime/graphql-socket";
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";

// The type lacks what API Gateway sends when a socket is opened.
type SocketEvent = Pick<APIGatewayProxyWebsocketEventV2, "requestContext" | "body"> & {
  headers?: Record<string, string | undefined>;
  queryStringParameters?: Record<string, string | undefined>;
};

const PROTOCOL_HEADER = "Sec-WebSocket-Protocol";
const GRAPHQL = "graphql-transport-ws";

/**
 * Websockets open with a ticket and then only listen, where a "ping" shows both sides that the line is alive; or they offer
 * GraphQL's sub-protocol and say in its first message who they are.
 */
export async function handler(event: SocketEvent): Promise<APIGatewayProxyResultV2> {
  const { routeKey, connectionId } = event.requestContext;
  if (routeKey === "$connect") return connect(event, connectionId);
  if (routeKey === "$disconnect") {
    await closeConnection(connectionId);
    await forgetGraphqlSocket(connectionId);
    return { statusCode: 200 };
  }
  const { body = "" } = event;
  if (body === "ping") return { statusCode: 200, body: "pong" };
  // Only when somebody speaks it: most sockets only listen.
  const { onMessage } = await import("../graphql/socket.ts");
  const reply = await onMessage(connectionId, body);
  return reply ? { statusCode: 200, body: JSON.stringify(reply) } : { statusCode: 200 };
}

async function connect(event: SocketEvent, connectionId: string) {
  const ticket = event.queryStringParameters?.ticket;
  if (ticket === undefined && offered(event).includes(GRAPHQL)) {
    await openGraphqlSocket(connectionId);
    return { statusCode: 200, headers: { [PROTOCOL_HEADER]: GRAPHQL } };
  }
  try {
    await openConnection(ticket ?? "", connectionId);
    return { statusCode: 200 };
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return { statusCode: 401 };
    throw error;
  }
}

/** RFC 6455 11.3.4: a list with commas; header names have no case. */
function offered({ headers = {} }: SocketEvent): string[] {
  const name = Object.keys(headers).find(
    (each) => each.toLowerCase() === PROTOCOL_HEADER.toLowerCase(),
  );
  return (name ? (headers[name] ?? "") : "").split(",").map((protocol) => protocol.trim());
}
