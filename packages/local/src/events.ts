import { randomUUID } from "node:crypto";
import type { _Record as StreamRecord } from "@aws-sdk/client-dynamodb-streams";
import type { Message } from "@aws-sdk/client-sqs";
import type { DynamoDBStreamEvent, EventBridgeEvent, SQSEvent } from "aws-lambda";
import { AWS_ACCOUNT, REGION } from "./manifest.ts";

/** Messages as Lambda hands them over. */
export function sqsEvent(queue: string, messages: readonly Message[]): SQSEvent {
  return {
    Records: messages.map((message) => ({
      messageId: message.MessageId ?? "",
      receiptHandle: message.ReceiptHandle ?? "",
      body: message.Body ?? "",
      attributes: systemAttributes(message),
      messageAttributes: Object.fromEntries(
        Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
          name,
          { stringValue: value.StringValue ?? "", dataType: value.DataType ?? "String" },
        ]),
      ),
      md5OfBody: message.MD5OfBody ?? "",
      eventSource: "aws:sqs",
      eventSourceARN: `arn:aws:sqs:${REGION}:${AWS_ACCOUNT}:${queue}`,
      awsRegion: REGION,
    })),
  };
}

function systemAttributes({ Attributes = {} }: Message) {
  return {
    ApproximateReceiveCount: Attributes.ApproximateReceiveCount ?? "1",
    SentTimestamp: Attributes.SentTimestamp ?? "",
    SenderId: Attributes.SenderId ?? AWS_ACCOUNT,
    ApproximateFirstReceiveTimestamp: Attributes.ApproximateFirstReceiveTimestamp ?? "",
  };
}

export function scheduleEvent(
  name: string,
  at: Date,
): EventBridgeEvent<"Scheduled Event", Record<string, never>> {
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": "Scheduled Event",
    source: "aws.events",
    account: AWS_ACCOUNT,
    time: at.toISOString().replace(/\.\d+Z$/, "Z"),
    region: REGION,
    resources: [`arn:aws:events:${REGION}:${AWS_ACCOUNT}:rule/${name}`],
    detail: {},
  };
}

export function streamEvent(
  streamArn: string,
  records: readonly StreamRecord[],
): DynamoDBStreamEvent {
  return {
    Records: records.map((record) => ({
      eventID: record.eventID ?? "",
      eventName: record.eventName ?? "MODIFY",
      eventVersion: record.eventVersion ?? "1.1",
      eventSource: "aws:dynamodb",
      awsRegion: REGION,
      eventSourceARN: streamArn,
      dynamodb: {
        ...(wireForm(record.dynamodb) as object),
        ApproximateCreationDateTime: Math.floor(
          (record.dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000,
        ),
      },
      ...(record.userIdentity
        ? {
            userIdentity: {
              type: record.userIdentity.Type,
              principalId: record.userIdentity.PrincipalId,
            },
          }
        : {}),
    })),
  };
}

/** Binary attributes travel as base64. */
function wireForm(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(wireForm);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wireForm(part)]));
}

export type SocketRoute = "$connect" | "$default" | "$disconnect";

const SOCKET_EVENT = {
  $connect: "CONNECT",
  $default: "MESSAGE",
  $disconnect: "DISCONNECT",
} as const;

export function socketEvent(
  route: SocketRoute,
  connection: { id: string; connectedAt: number; ip: string },
  more: { headers?: object; query?: object; body?: string },
) {
  const { headers, query, body } = more;
  const now = new Date();
  return {
    ...(headers ? { headers } : {}),
    ...(query && Object.keys(query).length > 0 ? { queryStringParameters: query } : {}),
    ...(body === undefined ? {} : { body }),
    isBase64Encoded: false,
    requestContext: {
      routeKey: route,
      eventType: SOCKET_EVENT[route],
      connectionId: connection.id,
      connectedAt: connection.connectedAt,
      messageDirection: "IN",
      ...(route === "$default" ? { messageId: randomUUID() } : {}),
      extendedRequestId: randomUUID(),
      requestId: randomUUID(),
      requestTime: now.toUTCString(),
      requestTimeEpoch: now.getTime(),
      identity: { sourceIp: connection.ip },
      stage: "local",
      apiId: "local",
      domainName: "127.0.0.1",
    },
  };
}
