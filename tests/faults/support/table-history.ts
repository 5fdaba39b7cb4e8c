/** What a table says of itself from two sides, its items and its stream, which must agree. */
import {
  type AttributeValue,
  type DynamoDBClient,
  QueryCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsCommandOutput,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  ListStreamsCommand,
  type _Record as StreamRecord,
} from "@aws-sdk/client-dynamodb-streams";

export type Item = Record<string, AttributeValue>;
type Change = {
  sequence: number;
  key: string;
  before?: Item | undefined;
  after?: Item | undefined;
};

export const keyOf = ({ pk, sk }: Item) => `${pk?.S}\n${sk?.S}`;
const textOf = (item: Item | undefined) =>
  item && JSON.stringify(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export class TableHistory {
  /** Every change in the order of the stream. */
  readonly changes: Change[] = [];
  /** Changes whose image before is not what was there, or whose number does not rise. */
  broken = 0;
  private readonly items = new Map<string, Item>();
  private readonly table: string;

  constructor(table: string) {
    this.table = table;
  }

  /** Reads what the stream has new, and carries it out. */
  async follow(endpoint: string): Promise<void> {
    const client = new DynamoDBStreamsClient({ endpoint });
    const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: this.table }));
    const StreamArn = Streams[0]?.StreamArn ?? "";
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
    for (const { ShardId } of StreamDescription?.Shards ?? []) {
      const from = { StreamArn, ShardId, ...this.place() };
      for await (const record of recordsFrom(client, from)) this.carryOut(changeOf(record));
    }
    client.destroy();
  }

  /** How many items of the table are not what the stream makes of it, missing and superfluous ones included. */
  differences(items: readonly Item[]): number {
    const wrong = items.filter((item) => textOf(this.items.get(keyOf(item))) !== textOf(item));
    const known = new Set(items.map(keyOf));
    return wrong.length + [...this.items.keys()].filter((key) => !known.has(key)).length;
  }

  /** Whether this is how the longer history began. */
  isBeginningOf({ changes }: TableHistory): boolean {
    return this.changes.every((change, index) => {
      const other = changes[index];
      return other?.sequence === change.sequence && textOf(other.after) === textOf(change.after);
    });
  }

  private place() {
    const last = this.changes.at(-1)?.sequence;
    if (last === undefined) return { ShardIteratorType: "TRIM_HORIZON" } as const;
    return { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: String(last) } as const;
  }

  private carryOut(change: Change): void {
    const rises = change.sequence > (this.changes.at(-1)?.sequence ?? 0);
    if (!rises || textOf(this.items.get(change.key)) !== textOf(change.before)) this.broken += 1;
    if (change.after) this.items.set(change.key, change.after);
    else this.items.delete(change.key);
    this.changes.push(change);
  }
}

async function* recordsFrom(
  client: DynamoDBStreamsClient,
  from: GetShardIteratorCommandInput,
): AsyncGenerator<StreamRecord> {
  let { ShardIterator } = await client.send(new GetShardIteratorCommand(from));
  for (;;) {
    const page: GetRecordsCommandOutput = await client.send(
      new GetRecordsCommand({ ShardIterator, Limit: 1_000 }),
    );
    if (!page.Records?.length) return;
    yield* page.Records;
    ShardIterator = page.NextShardIterator;
  }
}

const changeOf = ({ dynamodb = {} }: StreamRecord): Change => ({
  sequence: Number(dynamodb.SequenceNumber),
  key: keyOf(dynamodb.Keys as Item),
  before: dynamodb.OldImage as Item | undefined,
  after: dynamodb.NewImage as Item | undefined,
});

export async function allItems(client: DynamoDBClient, TableName: string): Promise<Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName, ExclusiveStartKey, ConsistentRead: true }),
    );
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

/** How many items a query of an index leaves out, gives too many, or gives with other keys than they have. */
export async function indexDifferences(
  client: DynamoDBClient,
  { table, index, partition }: { table: string; index: string; partition: string },
  items: readonly Item[],
): Promise<number> {
  const found: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: table,
        IndexName: index,
        KeyConditionExpression: "#pk = :pk",
        ExpressionAttributeNames: { "#pk": `${index}pk` },
        ExpressionAttributeValues: { ":pk": { S: partition } },
        ExclusiveStartKey,
      }),
    );
    found.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  const sortOf = (item: Item) => `${keyOf(item)}\n${item[`${index}sk`]?.S}`;
  const expected = items.filter((item) => item[`${index}pk`]?.S === partition).map(sortOf);
  const given = new Set(found.map(sortOf));
  return expected.filter((key) => !given.has(key)).length + (found.length - expected.length);
}
