import type { Interceptor } from "./table-client.ts";

type Row = Record<string, unknown>;
type Write = { Item?: Row; UpdateExpression?: string; ConditionExpression?: string } & Expression;
type Expression = {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Row;
};
type Asked = Write & {
  KeyConditionExpression?: string;
  FilterExpression?: string;
  TransactItems?: Record<string, Write>[];
  RequestItems?: Record<string, unknown>;
};

const INDEX_KEYS = ["gsi1pk", "gsi1sk", "gsi2pk", "gsi2sk"] as const;
const isIndexKey = (name: string) => (INDEX_KEYS as readonly string[]).includes(name);
/** Bytes of UTF-8 (docs.aws.amazon.com, amazondynamodb/latest/developerguide/Constraints.html). */
const MOST_BYTES = { pk: 2_048, sk: 1_024 };
const MOST_OPERATORS = 300;
const MOST_IN = 100;
/** No shorter one holds so many operators. */
const LONG_EXPRESSION = 900;
const OPERATORS =
  /<>|<=|>=|[=<>]|\b(?:AND|OR|NOT|BETWEEN|IN|begins_with|contains|size|attribute_\w+)\b/g;
const IN_LIST = /\bIN\s*\(([^)]*)\)/g;
/** A name begins where no other character of one stands before it: that keeps these linear. */
const ASSIGNMENT = /(?<![\w#])(#?\w+)\s*=\s*(:\w+)/g;
const KEY_VALUE = /(?<![\w#])(#?\w+)\s*(?:=|<=?|>=?|BETWEEN)\s*(:\w+)/g;

/**
 * Refuses what DynamoDB refuses and the embedded table takes: keys of an index that are too long, queries for an empty or too
 * long key, and conditions with too many operators. Otherwise it would work on one machine and fail on AWS.
 *
 * @throws Error whose name is ValidationException
 */
export const checkLimits: Interceptor = async (action, input, next) => {
  const asked = input as Asked;
  if (action === "Query") checkQuery(asked);
  else if (action === "TransactWriteItems") {
    for (const part of asked.TransactItems ?? [])
      for (const each of Object.values(part)) checkWrite(each);
  } else if (action === "BatchWriteItem") {
    for (const requests of Object.values(asked.RequestItems ?? {})) checkBatch(requests);
  } else checkWrite(asked);
  return next(input);
};

function checkBatch(requests: unknown): void {
  for (const { PutRequest } of requests as { PutRequest?: Write }[])
    if (PutRequest) checkWrite(PutRequest);
}

function checkWrite(write: Write): void {
  checkCondition(write.ConditionExpression);
  const { Item, UpdateExpression, ExpressionAttributeNames: names = {} } = write;
  if (Item) for (const key of INDEX_KEYS) checkLength(key, Item[key]);
  if (!UpdateExpression || !Object.values(names).some(isIndexKey)) return;
  // Every update names its attributes by aliases, as ElectroDB does: most of their names are reserved.
  for (const [, alias = "", value = ""] of UpdateExpression.matchAll(ASSIGNMENT)) {
    const name = names[alias] ?? "";
    if (isIndexKey(name)) checkLength(name, write.ExpressionAttributeValues?.[value]);
  }
}

function checkQuery(query: Asked): void {
  checkCondition(query.FilterExpression);
  const {
    KeyConditionExpression = "",
    ExpressionAttributeNames: names = {},
    ExpressionAttributeValues: values = {},
  } = query;
  for (const [, name = "", value = ""] of KeyConditionExpression.matchAll(KEY_VALUE)) {
    const key = names[name] ?? name;
    if (values[value] === "") refuse(`The key ${key} of a query is empty`);
    checkLength(key, values[value]);
  }
}

function checkLength(name: string, value: unknown): void {
  const most = name.endsWith("pk") ? MOST_BYTES.pk : MOST_BYTES.sk;
  // A character has three bytes at most for each of its units.
  if (typeof value !== "string" || value.length * 3 <= most) return;
  const bytes = Buffer.byteLength(value);
  if (bytes > most) refuse(`The key ${name} has ${bytes} bytes, and may have ${most}`);
}

function checkCondition(expression = ""): void {
  for (const [, list = ""] of expression.matchAll(IN_LIST)) {
    const count = list.split(",").length;
    if (count > MOST_IN) refuse(`A list of IN has ${count} values, and may have ${MOST_IN}`);
  }
  if (expression.length < LONG_EXPRESSION) return;
  const count = expression.match(OPERATORS)?.length ?? 0;
  if (count > MOST_OPERATORS)
    refuse(`A condition has ${count} operators, and may have ${MOST_OPERATORS}`);
}

function refuse(message: string): never {
  throw Object.assign(new Error(message), { name: "ValidationException" });
}
