import { eraseFound } from "@thaw/data/erase-found";
import { ConnectionEntity } from "./connection.entity.ts";
import { ConnectionAccountEntity } from "./connection-account.entity.ts";
import { GraphqlOperationEntity } from "./graphql-operation.entity.ts";
import { forgetGraphqlSocket } from "./graphql-socket.ts";
import { SessionSocketEntity } from "./session-socket.entity.ts";

/** Forgets an account's open screens: they are told nothing more. */
export async function* eraseConnections(accountId: number): AsyncGenerator<number> {
  yield* eraseFound(
    (page) => ConnectionEntity.query.byAccount({ accountId }).go(page),
    (row) => ConnectionEntity.delete(row),
    (rows) => rows.map(({ connectionId }) => ConnectionAccountEntity.delete({ connectionId })),
  );
  yield* eraseFound(
    (page) => GraphqlOperationEntity.query.byAccount({ accountId }).go(page),
    (row) => GraphqlOperationEntity.delete(row),
  );
}

/** Forgets the sockets that a user's sessions held; those that are still open were closed with their session. */
export async function eraseSocketsOf(userId: number): Promise<number> {
  const { data } = await SessionSocketEntity.query
    .byUser({ userId })
    .go({ pages: "all", consistent: true });
  for (const { connectionId, sessionId } of data) {
    await forgetGraphqlSocket(connectionId);
    await SessionSocketEntity.delete({ userId, sessionId, connectionId }).go({ response: "none" });
  }
  return data.length;
}
