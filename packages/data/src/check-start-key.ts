import type { Interceptor } from "./table-client.ts";

type Asked = {
  KeyConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
  ExclusiveStartKey?: Record<string, unknown>;
};

const PARTITION = /(?<![#\w])(#?\w+)\s*=\s*(:\w+)/;
const BEGINNING = /begins_with\(\s*(#?\w+)\s*,\s*(:\w+)\s*\)/;

/**
 * Refuses a query that is to go on behind a key that it could not have come to, in DynamoDB's words: AWS does that, while the
 * embedded table goes on from anywhere. Such a key comes from the cursor of another list.
 *
 * @throws Error
 */
export const checkStartKey: Interceptor = async (action, input, next) => {
  if (action === "Query" && !startsWithin(input)) {
    throw new Error(
      "The provided starting key is outside query boundaries based on provided conditions",
    );
  }
  return next(input);
};

function startsWithin(input: Asked): boolean {
  const { ExclusiveStartKey: start, KeyConditionExpression: condition = "" } = input;
  if (!start) return true;
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
  const found = (expression: RegExp) => {
    const [, key = "", value = ""] = expression.exec(condition) ?? [];
    return key && { at: start[names[key] ?? key], wanted: values[value] };
  };
  const partition = found(PARTITION);
  const beginning = found(BEGINNING);
  if (partition && partition.at !== partition.wanted) return false;
  return !beginning || String(beginning.at).startsWith(String(beginning.wanted));
}
