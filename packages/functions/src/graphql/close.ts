import { AppError } from "@thaw/core/error";
import {
  forgetGraphqlSocket,
  type GraphqlSocket,
  listOperations,
} from "@thaw/core/workspace/realtime/graphql-socket";
import { closeSocket, postToConnection } from "@thaw/core/workspace/realtime/push";
import { format } from "./run.ts";
import { CLOSE, type Close } from "./socket-message.ts";

/** Sends a message; a client that is gone or does not read is given up, and comes back for what is true then. */
export async function send(connectionId: string, message: object): Promise<boolean> {
  const outcome = await postToConnection(connectionId, JSON.stringify(message));
  if (outcome === "sent") return true;
  await forgetGraphqlSocket(connectionId);
  if (outcome === "slow") await closeSocket(connectionId, CLOSE.tooSlow);
  return false;
}

/**
 * Closes a socket and forgets it. API Gateway closes without a reason: where a token is dead, operations under way are told
 * so before.
 */
export async function closeGraphqlSocket(
  { connectionId, session }: GraphqlSocket,
  close: Close,
): Promise<void> {
  if (session && close === CLOSE.unauthorized) {
    const payload = [format(new AppError("unauthenticated", "access.sessionExpired"))];
    for (const { operationId } of await listOperations(session.accountId, connectionId)) {
      const error = { type: "error", id: operationId, payload };
      await postToConnection(connectionId, JSON.stringify(error));
    }
  }
  await forgetGraphqlSocket(connectionId);
  await closeSocket(connectionId, close);
}
