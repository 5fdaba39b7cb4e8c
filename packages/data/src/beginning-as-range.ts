type Body = Record<string, unknown>;
type Asked = {
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Record<string, string>;
};

/** As ElectroDB writes it, and as we do. */
const BEGINS = /begins_with\(\s*(#?\w+)\s*,\s*(:\w+)\s*\)/;
/** Unicode's last character: no text goes on from a beginning with more, and DynamoDB sorts by the bytes of UTF-8, as Unicode does. */
const LAST = "\u{10FFFF}";

/**
 * The same query, with the beginning of a sort key written as a range: `begins_with(k, x)` as `k BETWEEN x AND x + U+10FFFF`.
 * AWS reads the same records for both. The embedded table reads the whole partition for the first one and only what is in
 * the range for the second. U+10FFFF is no character (Unicode 16, 23.7), so no key has it.
 *
 * @param query the input of a Query, with plain values
 */
export function beginningAsRange(query: Body): Body {
  const { KeyConditionExpression: condition = "", ExpressionAttributeValues: values = {} } =
    query as Asked;
  const found = BEGINS.exec(condition);
  if (!found) return query;
  const [begins, key, first = ""] = found;
  const last = `${first}_last`;
  return {
    ...query,
    KeyConditionExpression: condition.replace(begins, `${key} BETWEEN ${first} AND ${last}`),
    ExpressionAttributeValues: { ...values, [last]: `${values[first]}${LAST}` },
  };
}
