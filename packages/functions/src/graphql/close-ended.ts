import type { SessionImage } from "@thaw/core/accounts/session/session-image";
import { closeConnection } from "@thaw/core/workspace/realtime/connection";
import { findGraphqlSocket, listSocketsOf } from "@thaw/core/workspace/realtime/graphql-socket";
import { closeSocket } from "@thaw/core/workspace/realtime/push";
import { closeGraphqlSocket } from "./close.ts";
import { CLOSE } from "./socket-message.ts";

/** One that only listens: told nothing more first, so that it is so even where it cannot be closed. */
async function closeListening(connectionId: string): Promise<void> {
  await closeConnection(connectionId);
  await closeSocket(connectionId, CLOSE.unauthorized);
}

/** Closes the sockets of sessions that were revoked or have expired. Runs on those that are gone. */
export async function closeEndedSessions(sessions: readonly SessionImage[]): Promise<void> {
  for (const session of sessions) {
    for (const connectionId of await listSocketsOf(session)) {
      const socket = await findGraphqlSocket(connectionId);
      if (socket) await closeGraphqlSocket(socket, CLOSE.unauthorized);
      else await closeListening(connectionId);
    }
  }
}
