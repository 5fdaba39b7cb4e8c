import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from "@aws-sdk/client-dynamodb";
import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { expect, test } from "vitest";
import { raceWrites } from "./race.ts";

test("the table of a test run has the manifest's keys, indexes, stream and expiry", async () => {
  const sdk = new DynamoDBClient({});
  const { Table } = await sdk.send(new DescribeTableCommand({ TableName: table }));
  expect(Table?.KeySchema?.map((key) => key.AttributeName)).toEqual(["pk", "sk"]);
  expect(
    Table?.GlobalSecondaryIndexes?.map((index) => [
      index.IndexName,
      index.Projection?.ProjectionType,
    ]),
  ).toEqual([
    ["gsi1", "KEYS_ONLY"],
    ["gsi2", "KEYS_ONLY"],
  ]);
  expect(Table?.StreamSpecification?.StreamViewType).toBe("NEW_AND_OLD_IMAGES");
  const { TimeToLiveDescription } = await sdk.send(
    new DescribeTimeToLiveCommand({ TableName: table }),
  );
  expect(TimeToLiveDescription).toMatchObject({
    AttributeName: "ttl",
    TimeToLiveStatus: "ENABLED",
  });
});

test("writes held by raceWrites reach the table together and one of them wins", async () => {
  const Taken = new Entity(
    {
      model: { service: "test", entity: "taken", version: "1" },
      attributes: { name: { type: "string", required: true } },
      indexes: {
        byName: { pk: { field: "pk", composite: ["name"] }, sk: { field: "sk", composite: [] } },
      },
    },
    { client, table },
  );
  const name = crypto.randomUUID();
  using _race = raceWrites(5);
  const writes = Array.from({ length: 4 }, () => Taken.create({ name }).go());
  const early = await Promise.race([
    Promise.allSettled(writes).then(() => "finished"),
    Taken.get({ name })
      .go()
      .then(() => "still held"),
  ]);
  expect(early).toBe("still held");
  const results = await Promise.allSettled([...writes, Taken.create({ name }).go()]);
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
});
