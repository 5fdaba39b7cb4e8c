import { findGraphqlSocket } from "@thaw/core/workspace/realtime/graphql-socket";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { closeGraphqlSocket } from "../graphql/close.ts";
import { CLOSE } from "../graphql/socket-message.ts";
import { consumeEach, readJob } from "./consume.ts";

const SocketJob = v.object({ connectionId: v.string() });

/** Closes a socket that has not said for whom it speaks. One that has, or is gone, is left alone. */
export const handler: SQSHandler = (event) =>
  consumeEach(event, async (record) => {
    const socket = await findGraphqlSocket(readJob(SocketJob, record).connectionId);
    if (socket && !socket.session) await closeGraphqlSocket(socket, CLOSE.initTimeout);
  });
