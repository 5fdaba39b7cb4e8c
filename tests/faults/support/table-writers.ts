/** Several who write to a table at once and remember what was acknowledged; whoever gets no answer does not know, and says so. */

import { setTimeout as sleep } from "node:timers/promises";
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { Item } from "./table-history.ts";

export const INDEX = { index: "gsi1", partition: "journal" };
const ACCOUNTS = 6;
const COUNTERS = 2;
const OPENING = 1_000;
/** As long as a lead's record, so that the log comes to its checkpoints. */
const FILLING = "y".repeat(700);

type Known = "there" | "gone" | "unknown";
type Items = ReadonlyMap<string, Item>;

/** How many are not as they were acknowledged. */
const wrong = (known: ReadonlyMap<string, Known>, found: Items) =>
  [...known].filter(([id, is]) => is !== "unknown" && found.has(id) !== (is === "there")).length;

/** How many accounts have another balance than the transfers of the journal make. */
function unbalanced(accounts: Items, journal: Items): number {
  const left = new Map([...accounts].map(([id, { n }]) => [id, Number(n?.N) - OPENING]));
  const add = (account: string, amount: number) =>
    left.set(account, (left.get(account) ?? 0) + amount);
  for (const { from, to, n } of journal.values()) {
    add(String(from?.S), Number(n?.N));
    add(String(to?.S), -Number(n?.N));
  }
  return [...left.values()].filter((amount) => amount !== 0).length;
}

export class TableWriters {
  readonly acknowledged = { puts: 0, deletes: 0, transfers: 0, counts: 0 };
  unknown = 0;
  private readonly client: DynamoDBClient;
  private readonly table: string;
  private readonly draw: () => number;
  private readonly records = new Map<string, Known>();
  private readonly transfers = new Map<string, Known>();
  private readonly counted = Array.from({ length: COUNTERS }, () => ({ known: 0, unknown: 0 }));
  private next = 0;
  private isOn = false;

  constructor(client: DynamoDBClient, table: string, draw: () => number) {
    this.client = client;
    this.table = table;
    this.draw = draw;
  }

  async open(): Promise<void> {
    for (let account = 0; account < ACCOUNTS; account++) {
      await this.put({ pk: { S: "account" }, sk: { S: `${account}` }, n: { N: `${OPENING}` } });
    }
    for (let counter = 0; counter < COUNTERS; counter++) {
      await this.put({ pk: { S: "counter" }, sk: { S: `${counter}` }, n: { N: "0" } });
    }
  }

  /** Writes from several sides until `stop`. */
  async start(): Promise<void> {
    this.isOn = true;
    const acts = [
      () => this.store(),
      () => this.store(),
      () => this.remove(),
      () => this.transfer(),
      () => this.transfer(),
      () => this.count(),
      () => this.count(),
    ];
    await Promise.all(
      acts.map(async (act) => {
        // Whatever the answer, the next attempt comes a moment later.
        while (this.isOn) await act().catch(() => sleep(5));
      }),
    );
  }

  stop(): void {
    this.isOn = false;
  }

  /** How many acknowledged writes the items do not show, and how many transactions are there by half. */
  judge(items: readonly Item[]): { lost: number; halves: number } {
    const at = (pk: string): Items =>
      new Map(items.filter((item) => item.pk?.S === pk).map((item) => [item.sk?.S ?? "", item]));
    const journal = at("journal");
    const miscounted = this.miscounted(at("counter"));
    const lost = wrong(this.records, at("record")) + wrong(this.transfers, journal) + miscounted;
    return { lost, halves: unbalanced(at("account"), journal) };
  }

  private miscounted(counters: Items): number {
    return this.counted.filter(({ known, unknown }, counter) => {
      const n = Number(counters.get(`${counter}`)?.n?.N);
      return n < known || n > known + unknown;
    }).length;
  }

  private put(Item: Item) {
    return this.client.send(new PutItemCommand({ TableName: this.table, Item }));
  }

  private async store(): Promise<void> {
    const id = `${this.next++}`;
    this.records.set(id, "unknown");
    await this.attempt(() =>
      this.client.send(
        new PutItemCommand({
          TableName: this.table,
          Item: { pk: { S: "record" }, sk: { S: id }, text: { S: FILLING } },
          ConditionExpression: "attribute_not_exists(pk)",
        }),
      ),
    );
    this.records.set(id, "there");
    this.acknowledged.puts += 1;
  }

  private async remove(): Promise<void> {
    const id = `${Math.floor(this.draw() * this.next)}`;
    if (this.records.get(id) !== "there") {
      await sleep(0);
      return;
    }
    this.records.set(id, "unknown");
    await this.attempt(() =>
      this.client.send(
        new DeleteItemCommand({
          TableName: this.table,
          Key: { pk: { S: "record" }, sk: { S: id } },
          ConditionExpression: "attribute_exists(pk)",
        }),
      ),
    );
    this.records.set(id, "gone");
    this.acknowledged.deletes += 1;
  }

  /** Reads and writes on the condition that nobody did meanwhile: two writers of a counter meet all the time. */
  private async count(): Promise<void> {
    const counter = Math.floor(this.draw() * COUNTERS);
    const counted = this.counted[counter];
    const Key = { pk: { S: "counter" }, sk: { S: `${counter}` } };
    const TableName = this.table;
    const { Item } = await this.client.send(
      new GetItemCommand({ TableName, Key, ConsistentRead: true }),
    );
    const seen = Number(Item?.n?.N);
    if (!counted) return;
    counted.unknown += 1;
    try {
      await this.attempt(() =>
        this.client.send(
          new UpdateItemCommand({
            TableName,
            Key,
            UpdateExpression: "SET n = :next",
            ConditionExpression: "n = :seen",
            ExpressionAttributeValues: { ":seen": { N: `${seen}` }, ":next": { N: `${seen + 1}` } },
          }),
        ),
      );
      counted.known += 1;
      this.acknowledged.counts += 1;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) return;
    }
    counted.unknown -= 1;
  }

  /** From one account to another, noted in the journal, which is in an index. */
  private async transfer(): Promise<void> {
    const id = `${this.next++}`;
    const from = Math.floor(this.draw() * ACCOUNTS);
    const to = (from + 1 + Math.floor(this.draw() * (ACCOUNTS - 1))) % ACCOUNTS;
    const amount = { N: "1" };
    const TableName = this.table;
    const change = (account: number, sign: string, condition: object) => ({
      Update: {
        TableName,
        Key: { pk: { S: "account" }, sk: { S: `${account}` } },
        UpdateExpression: `SET n = n ${sign} :amount`,
        ExpressionAttributeValues: { ":amount": amount },
        ...condition,
      },
    });
    const Item: Item = {
      pk: { S: "journal" },
      sk: { S: id },
      from: { S: `${from}` },
      to: { S: `${to}` },
      n: amount,
      gsi1pk: { S: INDEX.partition },
      gsi1sk: { S: id.padStart(9, "0") },
      text: { S: FILLING },
    };
    this.transfers.set(id, "unknown");
    try {
      await this.attempt(() =>
        this.client.send(
          new TransactWriteItemsCommand({
            TransactItems: [
              change(from, "-", { ConditionExpression: "n >= :amount" }),
              { Put: { TableName, Item, ConditionExpression: "attribute_not_exists(pk)" } },
              change(to, "+", {}),
            ],
          }),
        ),
      );
      this.transfers.set(id, "there");
      this.acknowledged.transfers += 1;
    } catch (error) {
      if (error instanceof TransactionCanceledException) this.transfers.set(id, "gone");
    }
  }

  private async attempt(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      const isAnswer =
        error instanceof ConditionalCheckFailedException ||
        error instanceof TransactionCanceledException;
      if (!isAnswer) this.unknown += 1;
      throw error;
    }
  }
}
