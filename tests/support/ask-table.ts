import { randomUUID } from "node:crypto";
import { requireEnvironment } from "@thaw/data/config";
import { table } from "@thaw/data/table";
import { newSigner } from "@thaw/data/table-signer";

/** A value or a document in DynamoDB's typed form. */
export type Typed = Record<string, unknown>;
export type TableAnswer = {
  status: number;
  /** The error's name as code reads it; undefined of what was done. */
  error?: string;
  message?: string;
  body: Record<string, unknown>;
};

/**
 * Asks the test's table in DynamoDB's own words: no client is between that would change a name, refuse a request or make it
 * again. Each typed value is as it goes over the wire.
 */
export async function askTable(action: string, input: object): Promise<TableAnswer> {
  const url = requireEnvironment("AWS_ENDPOINT_URL_DYNAMODB");
  const sign = newSigner(
    {
      service: "dynamodb",
      region: requireEnvironment("AWS_REGION"),
      host: new URL(url).host,
    },
    {
      accessKeyId: requireEnvironment("AWS_ACCESS_KEY_ID"),
      secretAccessKey: requireEnvironment("AWS_SECRET_ACCESS_KEY"),
    },
  );
  const target = action.includes(".") ? action : `DynamoDB_20120810.${action}`;
  const text = JSON.stringify(input);
  const response = await fetch(url, { method: "POST", headers: sign(target, text), body: text });
  const body = (await response.json()) as Record<string, unknown>;
  if (response.status === 200) return { status: 200, body };
  return {
    status: response.status,
    error: String(body.__type).replace(/^.*#/, ""),
    message: String(body.message ?? body.Message),
    body,
  };
}

export const TableName = table;
export const text = (value: string) => ({ S: value });
export const number = (value: number | string) => ({ N: String(value) });

/** A partition that no other test has, and keys in it. */
export function newPartition() {
  const pk = randomUUID();
  return { pk, keyAt: (sk: string) => ({ pk: text(pk), sk: text(sk) }) };
}

export async function putItem(Item: Typed): Promise<void> {
  const { status, message } = await askTable("PutItem", { TableName, Item });
  if (status !== 200) throw new Error(message);
}

export async function getItem(Key: Typed): Promise<Typed | undefined> {
  const { body } = await askTable("GetItem", { TableName, Key, ConsistentRead: true });
  return body.Item as Typed | undefined;
}
