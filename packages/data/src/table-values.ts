import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";

type Body = Record<string, unknown>;
type Change = (document: Body) => Body;

const OPTIONS = { removeUndefinedValues: true };
const typed: Change = (document) => marshall(document, OPTIONS);
const plain: Change = (document) => unmarshall(document as Parameters<typeof unmarshall>[0]);

/** Where documents lie in requests and answers of the table. */
const DOCUMENTS = new Set([
  "Key",
  "Item",
  "Attributes",
  "ExpressionAttributeValues",
  "ExclusiveStartKey",
  "LastEvaluatedKey",
]);
const LISTS = new Set(["Keys", "Items"]);
/** Batches name their tables, and hold lists of records or of requests with documents in them. */
const BY_TABLE = new Set(["RequestItems", "Responses", "UnprocessedKeys", "UnprocessedItems"]);
const REQUESTS = new Set([
  "Get",
  "Put",
  "Update",
  "Delete",
  "ConditionCheck",
  "PutRequest",
  "DeleteRequest",
]);

/** A request whose documents hold plain values, in DynamoDB's typed form. */
export const toTable = (input: Body): Body => convert(input, typed);

/** An answer of the table with plain values in its documents. */
export const fromTable = (output: Body): Body => convert(output, plain);

function convert(body: Body, change: Change): Body {
  const converted: Body = {};
  for (const [name, value] of Object.entries(body)) converted[name] = part(name, value, change);
  return converted;
}

function part(name: string, value: unknown, change: Change): unknown {
  if (value === undefined || value === null) return undefined;
  if (DOCUMENTS.has(name)) return change(value as Body);
  if (LISTS.has(name)) return (value as Body[]).map(change);
  if (REQUESTS.has(name)) return convert(value as Body, change);
  if (!BY_TABLE.has(name) && name !== "TransactItems") return value;
  if (Array.isArray(value)) return (value as Body[]).map((item) => convert(item, change));
  const tables = Object.entries(value as Body).map(([table, content]) => [
    table,
    ofTable(name, content, change),
  ]);
  return Object.fromEntries(tables);
}

function ofTable(name: string, content: unknown, change: Change): unknown {
  if (!Array.isArray(content)) return convert(content as Body, change);
  return (content as Body[]).map((one) =>
    name === "Responses" ? change(one) : convert(one, change),
  );
}
