import { closeConnection } from "@thaw/core/workspace/realtime/connection";
import { findGraphqlSocket, listSocketsOf } from "@thaw/core/workspace/realtime/graphql-socket";
import { closeSocket } from "@thaw/core/workspace/realtime/push";
import * as v from "valibot";
import { closeGraphqlSocket } from "./close.ts";
import { CLOSE } from "./socket-message.ts";

const SessionImage = v.object({
  __edb_e__: v.literal("session"),
  userId: v.number(),
  sessionId: v.string(),
});

/** One that only listens: told nothing more first, so that it is so even where it cannot be closed. */
async function closeListening(connectionId: string): Promise<void> {
  await closeConnection(connectionId);
  await closeSocket(connectionId, CLOSE.unauthorized);
}

/** Closes the sockets of sessions that were revoked or have expired, among records of the table that are gone. */
export async function closeEndedSessions(
  records: readonly Record<string, unknown>[],
): Promise<void> {
  for (const record of records) {
    const parsed = v.safeParse(SessionImage, record);
    if (!parsed.success) continue;
    for (const connectionId of await listSocketsOf(parsed.output)) {
      const socket = await findGraphqlSocket(connectionId);
      if (socket) await closeGraphqlSocket(socket, CLOSE.unauthorized);
      else await closeListening(connectionId);
    }
  }
}
