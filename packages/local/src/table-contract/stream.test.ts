/**
 * The stream's records and the time to live. Pages are those below https://docs.aws.amazon.com/amazondynamodb/latest/.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  askTable,
  newPartition,
  number,
  putItem,
  TableName,
  type Typed,
  text,
} from "../../../../tests/support/ask-table.ts";

type StreamRecord = {
  eventName: string;
  eventID: string;
  dynamodb: {
    Keys: Typed;
    NewImage?: Typed;
    OldImage?: Typed;
    SequenceNumber: string;
    ApproximateCreationDateTime: number;
    StreamViewType: string;
  };
};
const ask = async (action: string, input: object) =>
  (await askTable(`DynamoDBStreams_20120810.${action}`, input)).body;

/** The changes of one partition, in the order of the stream. */
async function changesOf(pk: string): Promise<StreamRecord[]> {
  const { Streams } = (await ask("ListStreams", { TableName })) as {
    Streams: { StreamArn: string }[];
  };
  const StreamArn = Streams[0]?.StreamArn;
  const { StreamDescription } = (await ask("DescribeStream", { StreamArn })) as {
    StreamDescription: { Shards: { ShardId: string }[] };
  };
  const found: StreamRecord[] = [];
  for (const { ShardId } of StreamDescription.Shards) {
    let { ShardIterator } = (await ask("GetShardIterator", {
      StreamArn,
      ShardId,
      ShardIteratorType: "TRIM_HORIZON",
    })) as { ShardIterator?: string };
    for (;;) {
      const page = (await ask("GetRecords", { ShardIterator, Limit: 1_000 })) as {
        Records: StreamRecord[];
        NextShardIterator?: string;
      };
      if (page.Records.length === 0) break;
      found.push(...page.Records);
      ShardIterator = page.NextShardIterator;
    }
  }
  return found.filter(({ dynamodb }) => (dynamodb.Keys.pk as { S: string }).S === pk);
}

// APIReference/API_streams_Record.html, API_streams_StreamRecord.html
test("each change is a record with its key and the images before and after, in the order of the writes", async () => {
  const { pk, keyAt } = newPartition();
  await putItem({ ...keyAt("a"), n: number(1) });
  await askTable("UpdateItem", {
    TableName,
    Key: keyAt("a"),
    UpdateExpression: "SET n = :n",
    ExpressionAttributeValues: { ":n": number(2) },
  });
  await askTable("DeleteItem", { TableName, Key: keyAt("a") });
  const records = await changesOf(pk);
  const [one, two] = [
    { ...keyAt("a"), n: number(1) },
    { ...keyAt("a"), n: number(2) },
  ];
  expect(
    records.map(({ eventName, dynamodb: { Keys, OldImage, NewImage } }) => [
      eventName,
      Keys,
      OldImage,
      NewImage,
    ]),
  ).toEqual([
    ["INSERT", keyAt("a"), undefined, one],
    ["MODIFY", keyAt("a"), one, two],
    ["REMOVE", keyAt("a"), two, undefined],
  ]);
  const numbers = records.map(({ dynamodb }) => BigInt(dynamodb.SequenceNumber));
  expect(numbers).toEqual(numbers.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(new Set(records.map(({ eventID }) => eventID)).size).toBe(3);
  expect(records[0]?.dynamodb.StreamViewType).toBe("NEW_AND_OLD_IMAGES");
});

// developerguide/transaction-apis.html: each write of a transaction is a record of its own; one that is refused is none.
test("a transaction is a record for each of its writes, and a refused one is none", async () => {
  const { pk, keyAt } = newPartition();
  const put = (sk: string, rest: Typed = {}) => ({ Put: { TableName, Item: keyAt(sk), ...rest } });
  await askTable("TransactWriteItems", { TransactItems: [put("a"), put("b")] });
  const refused = put("a", { ConditionExpression: "attribute_not_exists(pk)" });
  await askTable("TransactWriteItems", { TransactItems: [put("c"), refused] });
  await askTable("DeleteItem", { TableName, Key: keyAt("never") });
  expect((await changesOf(pk)).map(({ dynamodb }) => dynamodb.Keys.sk)).toEqual([
    text("a"),
    text("b"),
  ]);
});

// developerguide/Streams.html: of a write that changes no data DynamoDB writes no record. The reader of the stream leaves it out,
// as tests/local/stream.test.ts shows.
test("a write that changes nothing is a record with equal images", async () => {
  const { pk, keyAt } = newPartition();
  for (let time = 0; time < 2; time++) await putItem({ ...keyAt("a"), n: number(1) });
  const [, second] = await changesOf(pk);
  expect(second?.dynamodb.OldImage).toEqual(second?.dynamodb.NewImage);
});

// developerguide/howitworks-ttl.html: what is due may be there for days; packages/local/src/ttl.ts deletes it here.
test("the time to live is a setting of the table, and a record whose time has come is there until it is deleted", async () => {
  const { body } = await askTable("DescribeTimeToLive", { TableName });
  expect(body.TimeToLiveDescription).toEqual({ AttributeName: "ttl", TimeToLiveStatus: "ENABLED" });
  const { keyAt } = newPartition();
  await putItem({ ...keyAt("a"), ttl: number(Math.floor(Date.now() / 1000) - 5) });
  await sleep(50);
  expect((await askTable("GetItem", { TableName, Key: keyAt("a") })).body.Item).toBeDefined();
});
