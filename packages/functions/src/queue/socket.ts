import { findGraphqlSocket } from "@thaw/core/workspace/realtime/graphql-socket";
import { closeGraphqlSocket } from "../graphql/close.ts";
import { CLOSE } from "../graphql/socket-message.ts";
import { consumeEach } from "./consume.ts";

/** Closes a socket that has not said for whom it speaks. One that has, or is gone, is left alone. */
export const handler = consumeEach("socket", async ({ connectionId }) => {
  const socket = await findGraphqlSocket(connectionId);
  if (socket && !socket.session) await closeGraphqlSocket(socket, CLOSE.initTimeout);
});
