/**
 * What DynamoDB refuses, and in which words: what passes here passes there. Each case names the page that says so, below
 * https://docs.aws.amazon.com/amazondynamodb/latest/. Where the embedded table takes what DynamoDB refuses, the case is in
 * leniency.test.ts.
 */
import { expect, test } from "vitest";
import {
  askTable,
  getItem,
  newPartition,
  number,
  putItem,
  TableName,
  type Typed,
  text,
} from "../../../../tests/support/ask-table.ts";

const { pk, keyAt } = newPartition();
const Key = keyAt("row");
const put = (more: Typed, rest: Typed = {}) => ({ TableName, Item: { ...Key, ...more }, ...rest });
const update = (UpdateExpression: string, rest: Typed = {}) => ({
  TableName,
  Key: keyAt("target"),
  UpdateExpression,
  ...rest,
});
const named = (name: string) => ({ "#a": name });
const valued = (value: unknown) => ({ ":a": value });
const query = (KeyConditionExpression: string, rest: Typed = {}) => ({
  TableName,
  KeyConditionExpression,
  ExpressionAttributeValues: { ":pk": text(pk) },
  ...rest,
});
const deep = (levels: number): Typed => (levels === 0 ? text("x") : { M: { a: deep(levels - 1) } });
const manyKeys = (count: number) => Array.from({ length: count }, (_, index) => keyAt(`${index}`));
const puts = (keys: Typed[]) => ({
  RequestItems: { [TableName]: keys.map((Item) => ({ PutRequest: { Item } })) },
});
const gets = (Keys: Typed[]) => ({ RequestItems: { [TableName]: { Keys } } });

type Case = [what: string, page: string, action: string, input: object, message: RegExp];

const LIMITS = "developerguide/Constraints.html";
const NAMES = "developerguide/Expressions.ExpressionAttributeNames.html";
const UPDATES = "developerguide/Expressions.UpdateExpressions.html";
const KEYS = "developerguide/Query.KeyConditionExpressions.html";
const TYPES = "developerguide/HowItWorks.NamingRulesDataTypes.html";
const api = (action: string) => `APIReference/API_${action}.html`;

const REFUSED: Case[] = [
  // Keys.
  [
    "an empty partition key",
    TYPES,
    "PutItem",
    put({ pk: text("") }),
    /empty string value. Key: pk/,
  ],
  ["an empty sort key", TYPES, "PutItem", put({ sk: text("") }), /empty string value. Key: sk/],
  [
    "an empty key of an index",
    TYPES,
    "PutItem",
    put({ gsi1pk: text(""), gsi1sk: text("x") }),
    /empty string/,
  ],
  [
    "a key of an index that is a number",
    api("PutItem"),
    "PutItem",
    put({ gsi1pk: number(1), gsi1sk: text("x") }),
    /Type mismatch for Index Key gsi1pk/,
  ],
  [
    "an item without its sort key",
    api("PutItem"),
    "PutItem",
    { TableName, Item: { pk: text(pk) } },
    /Missing the key sk in the item/,
  ],
  [
    "a key with more than the key",
    api("GetItem"),
    "GetItem",
    { TableName, Key: { ...Key, more: text("x") } },
    /provided key element does not match the schema/,
  ],
  [
    "a partition key of 2,049 bytes",
    LIMITS,
    "PutItem",
    put({ pk: text("k".repeat(2_049)) }),
    /hashkey.*2048 bytes/,
  ],
  [
    "a sort key of 1,025 bytes",
    LIMITS,
    "PutItem",
    put({ sk: text("k".repeat(1_025)) }),
    /range keys.*1024 bytes/,
  ],
  [
    "a sort key of 342 characters of three bytes",
    LIMITS,
    "PutItem",
    put({ sk: text("世".repeat(342)) }),
    /range keys.*1024 bytes/,
  ],
  [
    "a change of the key",
    api("UpdateItem"),
    "UpdateItem",
    update("SET #a = :a", {
      ExpressionAttributeNames: named("pk"),
      ExpressionAttributeValues: valued(text("x")),
    }),
    /Cannot update attribute pk. This attribute is part of the key/,
  ],
  // Values.
  [
    "an item above 400 kB",
    LIMITS,
    "PutItem",
    put({ text: text("x".repeat(400 * 1024)) }),
    /Item size has exceeded the maximum allowed size/,
  ],
  [
    "a number of 39 digits",
    TYPES,
    "PutItem",
    put({ n: number("1".repeat(39)) }),
    /more than 38 significant digits/,
  ],
  ["a number above 9.99E+125", TYPES, "PutItem", put({ n: number("1E126") }), /[Nn]umber overflow/],
  [
    "a number that is none",
    TYPES,
    "PutItem",
    put({ n: number("many") }),
    /cannot be converted to a numeric value/,
  ],
  ["an empty set", TYPES, "PutItem", put({ set: { SS: [] } }), /set\s+may not be empty/],
  [
    "a set with the same twice",
    TYPES,
    "PutItem",
    put({ set: { SS: ["a", "a"] } }),
    /contains duplicates/,
  ],
  [
    "values in one another 33 levels deep",
    LIMITS,
    "PutItem",
    put({ deep: deep(33) }),
    /Nesting Levels have exceeded supported limits/,
  ],
  // Expressions.
  [
    "a reserved word as a name",
    "developerguide/ReservedWords.html",
    "UpdateItem",
    update("SET status = :a", { ExpressionAttributeValues: valued(text("x")) }),
    /reserved keyword; reserved keyword: status/,
  ],
  [
    "a name that is not given",
    NAMES,
    "UpdateItem",
    update("SET #b = :a", { ExpressionAttributeValues: valued(text("x")) }),
    /attribute name used in the document path is not defined; attribute name: #b/,
  ],
  [
    "a value that is not given",
    NAMES,
    "UpdateItem",
    update("SET a = :b"),
    /attribute value used in expression is not defined; attribute value: :b/,
  ],
  [
    "a name that is not used",
    NAMES,
    "UpdateItem",
    update("SET a = :a", {
      ExpressionAttributeNames: named("b"),
      ExpressionAttributeValues: valued(text("x")),
    }),
    /ExpressionAttributeNames unused in expressions: keys: \{#a\}/,
  ],
  [
    "a value that is not used",
    NAMES,
    "UpdateItem",
    update("REMOVE a", { ExpressionAttributeValues: valued(text("x")) }),
    /ExpressionAttributeValues unused in expressions: keys: \{:a\}/,
  ],
  [
    "values that are empty",
    api("UpdateItem"),
    "UpdateItem",
    update("REMOVE a", { ExpressionAttributeValues: {} }),
    /ExpressionAttributeValues must not be empty/,
  ],
  [
    "an empty expression",
    api("UpdateItem"),
    "UpdateItem",
    update(""),
    /The expression can not be empty/,
  ],
  [
    "an attribute that is set and removed",
    UPDATES,
    "UpdateItem",
    update("SET a = :a REMOVE a", { ExpressionAttributeValues: valued(text("x")) }),
    /Two document paths overlap/,
  ],
  [
    "SET twice in an expression",
    UPDATES,
    "UpdateItem",
    update("SET a = :a SET b = :a", { ExpressionAttributeValues: valued(text("x")) }),
    /"SET" section can only be used once/,
  ],
  [
    "a sum with what is not there",
    UPDATES,
    "UpdateItem",
    update("SET a = nowhere + :a", { ExpressionAttributeValues: valued(number(1)) }),
    /refers to an attribute that does not exist in the item/,
  ],
  [
    "ADD to a text",
    UPDATES,
    "UpdateItem",
    update("ADD label :a", { ExpressionAttributeValues: valued(number(1)) }),
    /operand in the update expression has an incorrect data type/,
  ],
  [
    "an expression above 4 kB",
    LIMITS,
    "UpdateItem",
    update(`SET a = :a${", b = :a".repeat(600)}`, { ExpressionAttributeValues: valued(text("x")) }),
    /Expression size has exceeded the maximum allowed size/,
  ],
  // Reads.
  [
    "a query without its partition",
    KEYS,
    "Query",
    query("sk = :pk"),
    /missed key schema element: pk/,
  ],
  [
    "a filter by a key",
    "developerguide/Query.FilterExpression.html",
    "Query",
    query("pk = :pk", { FilterExpression: "sk = :pk" }),
    /can only contain non-primary key attributes/,
  ],
  [
    "a consistent read of an index",
    "developerguide/HowItWorks.ReadConsistency.html",
    "Query",
    { ...query("gsi1pk = :pk"), IndexName: "gsi1", ConsistentRead: true },
    /Consistent reads are not supported on global secondary indexes/,
  ],
  [
    "a page of no records",
    api("Query"),
    "Query",
    query("pk = :pk", { Limit: 0 }),
    /greater than or equal to 1/,
  ],
  [
    "an index that is not there",
    api("Query"),
    "Query",
    query("pk = :pk", { IndexName: "gsi9" }),
    /specified index.*gsi9/,
  ],
  [
    "a place in a list that is no key",
    api("Query"),
    "Query",
    query("pk = :pk", { ExclusiveStartKey: { pk: text(pk) } }),
    /starting key is invalid/,
  ],
  [
    "a range that ends before it begins",
    KEYS,
    "Query",
    query("pk = :pk AND sk BETWEEN :b AND :a", {
      ExpressionAttributeValues: { ":pk": text(pk), ":a": text("a"), ":b": text("b") },
    }),
    /BETWEEN operator requires upper bound/,
  ],
  [
    "<> as a key's condition",
    KEYS,
    "Query",
    query("pk = :pk AND sk <> :pk"),
    /operator in KeyConditionExpression/,
  ],
  // Batches.
  [
    "26 writes in a batch",
    api("BatchWriteItem"),
    "BatchWriteItem",
    puts(manyKeys(26)),
    /less than or equal to 25|Too many items requested/,
  ],
  [
    "a batch that writes a record twice",
    api("BatchWriteItem"),
    "BatchWriteItem",
    puts([Key, Key]),
    /list of item keys contains duplicates/,
  ],
  [
    "101 records in a batch",
    api("BatchGetItem"),
    "BatchGetItem",
    gets(manyKeys(101)),
    /less than or equal to 100|Too many items requested/,
  ],
  [
    "a batch that reads a record twice",
    api("BatchGetItem"),
    "BatchGetItem",
    gets([Key, Key]),
    /list of item keys contains duplicates/,
  ],
  [
    "a batch of nothing",
    api("BatchWriteItem"),
    "BatchWriteItem",
    { RequestItems: {} },
    /greater than or equal to 1|must not be empty|required/i,
  ],
  [
    "ALL_NEW of a put",
    api("PutItem"),
    "PutItem",
    put({}, { ReturnValues: "ALL_NEW" }),
    /ReturnValues can only be ALL_OLD or NONE/,
  ],
];

test.for(REFUSED)("%s is refused (%s)", async ([, , action, input, message]) => {
  await putItem({ ...keyAt("target"), label: text("kept"), n: number(1) });
  const answer = await askTable(action, input);
  expect(answer).toMatchObject({ status: 400, error: "ValidationException" });
  expect(answer.message).toMatch(message);
  expect(await getItem(keyAt("target"))).toEqual({
    ...keyAt("target"),
    label: text("kept"),
    n: number(1),
  });
});

test("a table that is not there is refused by its own name (APIReference/API_GetItem.html)", async () => {
  const answer = await askTable("GetItem", { TableName: "nowhere", Key });
  expect(answer).toMatchObject({ status: 400, error: "ResourceNotFoundException" });
});
