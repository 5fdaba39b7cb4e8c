import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { config } from "../config.ts";
import type { EventKind } from "../event/event.schema.ts";
import { log } from "../log.ts";
import { ConnectionEntity } from "./connection.entity.ts";
import { forgetConnection } from "./connection.ts";

/** What has changed; the screen that shows it loads it again. Never holds more than ids and kinds. */
export type RealtimeMessage =
  | { type: "campaign-events"; campaign_id: number; kinds: EventKind[] }
  /** Something came in, or an answer moved on. */
  | { type: "inbox"; thread_ids: number[] }
  /** The role or status of these members. */
  | { type: "access"; user_ids: number[] };

const clients = new Map<string, ApiGatewayManagementApiClient>();
function gateway(): ApiGatewayManagementApiClient {
  const endpoint = config.websocketEndpoint();
  const client = clients.get(endpoint) ?? new ApiGatewayManagementApiClient({ endpoint });
  clients.set(endpoint, client);
  return client;
}

/**
 * Sends a message to every open screen of an account, a page of connections at a time. Connections that are gone are
 * forgotten. News that cannot be delivered is dropped: a screen shows the truth when it is next loaded.
 */
export async function pushToAccount(accountId: number, message: RealtimeMessage): Promise<void> {
  const data = JSON.stringify(message);
  let cursor: string | null = null;
  do {
    const page: { data: { connectionId: string }[]; cursor: string | null } =
      await ConnectionEntity.query.byAccount({ accountId }).go({ limit: 50, cursor });
    await Promise.all(page.data.map(({ connectionId }) => post({ accountId, connectionId, data })));
    cursor = page.cursor;
  } while (cursor !== null);
}

async function post(push: { accountId: number; connectionId: string; data: string }) {
  const { accountId, connectionId, data } = push;
  try {
    await gateway().send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: data }));
  } catch (error) {
    if (error instanceof GoneException) return forgetConnection(accountId, connectionId);
    log.warn("A screen did not get its news", { accountId, connectionId, error });
  }
}
