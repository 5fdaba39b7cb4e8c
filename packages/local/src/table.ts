import {
  CreateTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { app } from "@thaw/core/manifest";

/** Makes the table that the manifest describes, unless it is there. */
export async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  const { pk, sk, indexes, ttl } = app.table;
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: "HASH" as const },
    { AttributeName: range, KeyType: "RANGE" as const },
  ];
  const attributes = [pk, sk, ...Object.values(indexes).flatMap((index) => [index.pk, index.sk])];
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: attributes.map((attribute) => ({
          AttributeName: attribute,
          AttributeType: "S",
        })),
        KeySchema: keys(pk, sk),
        GlobalSecondaryIndexes: Object.entries(indexes).map(([index, of]) => ({
          IndexName: index,
          KeySchema: keys(of.pk, of.sk),
          Projection: { ProjectionType: "KEYS_ONLY" },
        })),
        StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    return;
  }
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: name,
      TimeToLiveSpecification: { AttributeName: ttl, Enabled: true },
    }),
  );
}
