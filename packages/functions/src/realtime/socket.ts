import { AppError } from "@thaw/core/error";
import { closeConnection, openConnection } from "@thaw/core/realtime/connection";
import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from "aws-lambda";

// The type lacks what API Gateway sends when a socket is opened.
type SocketEvent = Pick<APIGatewayProxyWebsocketEventV2, "requestContext" | "body"> & {
  queryStringParameters?: Record<string, string | undefined>;
};

/** Websockets open with a ticket, and then only listen; a "ping" shows both sides that the line is alive. */
export async function handler(event: SocketEvent): Promise<APIGatewayProxyResultV2> {
  const { routeKey, connectionId } = event.requestContext;
  if (routeKey === "$connect") return connect(event.queryStringParameters?.ticket, connectionId);
  if (routeKey === "$disconnect") await closeConnection(connectionId);
  return event.body === "ping" ? { statusCode: 200, body: "pong" } : { statusCode: 200 };
}

async function connect(ticket: string | undefined, connectionId: string) {
  try {
    await openConnection(ticket ?? "", connectionId);
    return { statusCode: 200 };
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return { statusCode: 401 };
    throw error;
  }
}
