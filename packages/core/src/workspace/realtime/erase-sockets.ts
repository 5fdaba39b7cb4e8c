import { concurrently } from "@thaw/data/concurrently";
import { eraseFound } from "@thaw/data/erase-found";
import { erasedWithAccount, erasedWithUser } from "../../kernel/erasure/declare.ts";
import { log } from "../../log.ts";
import { ConnectionEntity } from "./connection.entity.ts";
import { ConnectionAccountEntity } from "./connection-account.entity.ts";
import { forgetGraphqlSocket } from "./graphql-socket.ts";
import { closeSocket, SHUT } from "./push.ts";
import { SessionSocketEntity } from "./session-socket.entity.ts";

const WIDTH = 16;

/** Closes and forgets an account's open screens: they are told nothing more. */
export const connectionErasure = erasedWithAccount(["credentials", "users"], {
  entities: ["connection", "connectionAccount"],
  async *erase(accountId) {
    yield* eraseFound(
      (page) => ConnectionEntity.query.byAccount({ accountId }).go(page),
      (row) => ConnectionEntity.delete(row),
      async (rows) => {
        await concurrently(rows, WIDTH, close);
        return rows.map(({ connectionId }) => ConnectionAccountEntity.delete({ connectionId }));
      },
    );
  },
});

/** One that cannot be closed ends by itself; what it could be told is gone. */
async function close({ accountId, connectionId }: { accountId: number; connectionId: string }) {
  try {
    await closeSocket(connectionId, SHUT);
  } catch (error) {
    log.warn("A screen of an account that is deleted could not be closed", { accountId, error });
  }
}

/** Deletes the sockets that a user's sessions held; those that are still open were closed with their session. */
export const socketErasure = erasedWithUser({
  entities: ["graphqlSocket", "sessionSocket"],
  async *erase({ userId }) {
    const { data } = await SessionSocketEntity.query
      .byUser({ userId })
      .go({ pages: "all", consistent: true });
    for (const { connectionId, sessionId } of data) {
      await forgetGraphqlSocket(connectionId);
      await SessionSocketEntity.delete({ userId, sessionId, connectionId }).go({
        response: "none",
      });
    }
    yield data.length;
  },
});
