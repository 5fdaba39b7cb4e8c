import aws4 from "aws4";
import { expect, test } from "vitest";
import { newSigner } from "./table-signer.ts";

const SCOPE = { service: "dynamodb", region: "eu-west-1" };
const ACCESS = { accessKeyId: "AKID", secretAccessKey: "secret", sessionToken: "token" };

const requestAt = (date: string) => ({
  method: "POST",
  host: "dynamodb.eu-west-1.amazonaws.com",
  path: "/",
  body: JSON.stringify({ TableName: "thaw", text: "Grüße" }),
  headers: { "X-Amz-Target": "DynamoDB_20120810.GetItem", "X-Amz-Date": date },
});

test("a request is signed as aws4 signs it, on one day and on the next", () => {
  const sign = newSigner(SCOPE, ACCESS);
  const dates = ["20261121T235959Z", "20261121T235959Z", "20261122T000000Z"];
  const signatures = dates.map((date) => sign(requestAt(date)).headers.Authorization);
  expect(signatures).toEqual(
    dates.map((date) => {
      const { headers } = aws4.sign({ ...SCOPE, ...requestAt(date) }, ACCESS);
      return headers?.Authorization;
    }),
  );
  expect(new Set(signatures).size).toBe(2);
});
