import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  LimitExceededException,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { config } from "../../config.ts";
import type { Scope } from "../../kernel/access/scope.ts";
import { log } from "../../log.ts";
import type { EventKind } from "../../reporting/event/event.schema.ts";
import { CLOSE_HEADER } from "./close-header.ts";
import { ConnectionEntity } from "./connection.entity.ts";
import { forgetConnection } from "./connection-record.ts";

/** What has changed; the screen that shows it loads it again. Never holds more than ids and kinds. */
export type RealtimeMessage =
  | { type: "campaign-events"; campaign_id: number; kinds: EventKind[] }
  /** Something came in, or an answer moved on. */
  | { type: "inbox"; thread_ids: number[] }
  /** The role or status of these members. */
  | { type: "access"; user_ids: number[] };

/** How a socket is closed whose token is dead. */
export const SHUT = { code: 4401, reason: "Unauthorized" };

/** The part of a message for a user with this scope; undefined: nothing. */
type Narrowing = (scope: Scope) => Promise<RealtimeMessage | undefined>;
type Connection = { connectionId: string; scope?: unknown };

const clients = new Map<string, ApiGatewayManagementApiClient>();
function gateway(): ApiGatewayManagementApiClient {
  const endpoint = config.websocketEndpoint();
  const client = clients.get(endpoint) ?? new ApiGatewayManagementApiClient({ endpoint });
  clients.set(endpoint, client);
  return client;
}

/**
 * Sends a message to every open screen of an account, a page of connections at a time. Connections that are gone are
 * deleted. `narrow` limits the message for users who do not see the whole account. A message that cannot be delivered is
 * dropped: a screen shows the present state when it is next loaded.
 */
export async function pushToAccount(
  accountId: number,
  message: RealtimeMessage,
  narrow: Narrowing = async () => message,
): Promise<void> {
  let cursor: string | null = null;
  do {
    const page: { data: Connection[]; cursor: string | null } = await ConnectionEntity.query
      .byAccount({ accountId })
      .go({ limit: 50, cursor });
    await Promise.all(
      page.data.map(async ({ connectionId, scope }) => {
        const visibleMessage = scope ? await narrow(scope as Scope) : message;
        if (visibleMessage)
          await post({ accountId, connectionId, data: JSON.stringify(visibleMessage) });
      }),
    );
    cursor = page.cursor;
  } while (cursor !== null);
}

async function post(push: { accountId: number; connectionId: string; data: string }) {
  const { accountId, connectionId, data } = push;
  try {
    await gateway().send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: data }));
  } catch (error) {
    if (error instanceof GoneException) return forgetConnection(accountId, connectionId);
    log.warn("A message to a screen could not be delivered", { accountId, connectionId, error });
  }
}

/**
 * Sends text to one connection.
 *
 * @returns "gone" when nobody is there any more, "slow" when what was sent before has not been read yet
 */
export async function postToConnection(
  connectionId: string,
  data: string,
): Promise<"sent" | "gone" | "slow"> {
  try {
    await gateway().send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: data }));
    return "sent";
  } catch (error) {
    if (error instanceof GoneException) return "gone";
    if (error instanceof LimitExceededException) return "slow";
    throw error;
  }
}

/** Closes a connection; one that is gone is no error. */
export async function closeSocket(
  connectionId: string,
  close: { code: number; reason: string },
): Promise<void> {
  const command = new DeleteConnectionCommand({ ConnectionId: connectionId });
  command.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers[CLOSE_HEADER] = `${close.code} ${close.reason}`;
      return next(args);
    },
    { step: "build" },
  );
  try {
    await gateway().send(command);
  } catch (error) {
    if (!(error instanceof GoneException)) throw error;
  }
}
