import { setTimeout as sleep } from "node:timers/promises";
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import type { Disk } from "./disk.ts";
import type { Manifest } from "./manifest.ts";

type Key = Record<string, AttributeValue>;
type Table = { name: string; spec: Manifest["table"] };

const PAGE = 500;
const PAUSE_MS = 1000;
const REST_MS = 60_000;

/**
 * Deletes items whose time has come, which the embedded database never does. It goes round the table a page at a time:
 * DynamoDB promises no more than "within a few days".
 */
export async function sweepExpired(
  client: DynamoDBClient,
  table: Table,
  { signal, disk }: { signal: AbortSignal; disk: Disk },
): Promise<void> {
  let from: Key | undefined;
  while (!signal.aborted) {
    try {
      from = await sweepPage(client, table, from);
    } catch (error) {
      if (!signal.aborted) disk.report("Expired items could not be deleted", error);
    }
    await sleep(from ? PAUSE_MS : REST_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** One page; gives the key to go on from, or undefined at the table's end. */
export async function sweepPage(
  client: DynamoDBClient,
  { name, spec }: Table,
  from?: Key,
): Promise<Key | undefined> {
  const now = String(Math.floor(Date.now() / 1000));
  const page = await client.send(
    new ScanCommand({
      TableName: name,
      Limit: PAGE,
      FilterExpression: "attribute_type(#ttl, :number) AND #ttl < :now",
      ProjectionExpression: "#pk, #sk",
      ExpressionAttributeNames: { "#ttl": spec.ttl, "#pk": spec.pk, "#sk": spec.sk },
      ExpressionAttributeValues: { ":number": { S: "N" }, ":now": { N: now } },
      ExclusiveStartKey: from,
    }),
  );
  for (const key of page.Items ?? []) {
    await client
      .send(
        new DeleteItemCommand({
          TableName: name,
          Key: key,
          // Its life may have been prolonged since.
          ConditionExpression: "#ttl < :now",
          ExpressionAttributeNames: { "#ttl": spec.ttl },
          ExpressionAttributeValues: { ":now": { N: now } },
        }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      });
  }
  return page.LastEvaluatedKey;
}
