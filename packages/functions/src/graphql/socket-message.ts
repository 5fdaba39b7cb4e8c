import * as v from "valibot";
import { GraphqlRequest } from "./run.ts";

/** The sub-protocol of https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md. */
export const PROTOCOL = "graphql-transport-ws";

/** Why the protocol closes a socket. */
export const CLOSE = {
  badRequest: (reason: string) => ({ code: 4400, reason }),
  unauthorized: { code: 4401, reason: "Unauthorized" },
  forbidden: { code: 4403, reason: "Forbidden" },
  initTimeout: { code: 4408, reason: "Connection initialisation timeout" },
  inUse: (id: string) => ({ code: 4409, reason: `Subscriber for ${id} already exists` }),
  tooManyInits: { code: 4429, reason: "Too many initialisation requests" },
  /** RFC 6455 7.4: IANA's "try again later". */
  tooSlow: { code: 1013, reason: "Read what was sent and come back" },
} as const;
export type Close = { code: number; reason: string };

const OperationId = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const Payload = v.optional(v.nullable(v.record(v.string(), v.unknown())));

const ClientMessage = v.variant("type", [
  v.object({ type: v.literal("connection_init"), payload: Payload }),
  v.object({ type: v.literal("ping"), payload: Payload }),
  v.object({ type: v.literal("pong"), payload: Payload }),
  v.object({ type: v.literal("subscribe"), id: OperationId, payload: GraphqlRequest }),
  v.object({ type: v.literal("complete"), id: OperationId }),
]);
export type ClientMessage = v.InferOutput<typeof ClientMessage>;
export type Subscribe = Extract<ClientMessage, { type: "subscribe" }>;

/** A message of a client; undefined for anything else. */
export function readMessage(text: string): ClientMessage | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(ClientMessage, raw);
  return parsed.success ? parsed.output : undefined;
}

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
const Credentials = v.object({
  /** A session's. */
  token: v.optional(v.string()),
  /** As HTTP has it: "Bearer" and a session's token. */
  authorization: v.optional(v.pipe(v.string(), v.regex(BEARER))),
  Authorization: v.optional(v.pipe(v.string(), v.regex(BEARER))),
  /** Of a page, which holds no token. */
  ticket: v.optional(v.string()),
});

/** Who opens a socket, in the payload of `connection_init`; undefined when nobody is named. */
export function readCredentials(
  payload: unknown,
): { purpose: "session" | "realtime"; token: string } | undefined {
  const parsed = v.safeParse(Credentials, payload);
  if (!parsed.success) return undefined;
  const { token, ticket, authorization, Authorization } = parsed.output;
  const bearer = BEARER.exec(authorization ?? Authorization ?? "")?.[1] ?? token;
  if (bearer !== undefined) return { purpose: "session", token: bearer };
  return ticket === undefined ? undefined : { purpose: "realtime", token: ticket };
}
