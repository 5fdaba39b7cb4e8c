import aws4 from "aws4";
import { expect, test } from "vitest";
import { newSigner } from "./table-signer.ts";

const SCOPE = {
  service: "dynamodb",
  region: "eu-west-1",
  host: "dynamodb.eu-west-1.amazonaws.com",
};
const ACCESS = { accessKeyId: "AKID", secretAccessKey: "secret" };
const TARGET = "DynamoDB_20120810.GetItem";
const BODY = JSON.stringify({ TableName: "thaw", text: "Grüße" });

test("a request to a path is signed as aws4 signs it", () => {
  const path = "/2015-03-31/functions/prod-thaw-Api-onSecretCall-1aB/invocations";
  const at = "2026-11-21T23:59:59Z";
  const sign = newSigner({ ...SCOPE, service: "lambda", path }, ACCESS);
  expect(sign(TARGET, BODY, new Date(at)).authorization).toBe(
    signedByAws4(at, ACCESS, { service: "lambda", path }),
  );
});

/** What aws4 makes of the same headers. */
function signedByAws4(
  at: string,
  access: typeof ACCESS & { sessionToken?: string },
  endpoint: { service?: string; path?: string } = {},
) {
  const request = {
    ...SCOPE,
    method: "POST",
    path: "/",
    ...endpoint,
    body: BODY,
    headers: {
      "Content-Type": "application/x-amz-json-1.0",
      "X-Amz-Target": TARGET,
      "X-Amz-Date": at.replaceAll(/[:-]/g, ""),
    },
    extraHeadersToIgnore: { "content-length": true },
  };
  const { headers } = aws4.sign(request, access);
  return headers?.Authorization;
}

test.each([
  ["that lasts", ACCESS],
  ["of a session", { ...ACCESS, sessionToken: "token" }],
])(
  "a request is signed as aws4 signs it with access %s, on one day and on the next",
  (_, access) => {
    const sign = newSigner(SCOPE, access);
    const dates = ["2026-11-21T23:59:59Z", "2026-11-21T23:59:59Z", "2026-11-22T00:00:00Z"];
    const signed = dates.map((date) => sign(TARGET, BODY, new Date(date)).authorization);
    expect(signed).toEqual(dates.map((date) => signedByAws4(date, access)));
    expect(new Set(signed).size).toBe(2);
  },
);

test("all that is signed is sent, the token of a session too", () => {
  const sign = newSigner(SCOPE, { ...ACCESS, sessionToken: "token" });
  const { authorization = "", ...headers } = sign(TARGET, BODY);
  expect(headers).toEqual({
    "content-type": "application/x-amz-json-1.0",
    host: SCOPE.host,
    "x-amz-date": expect.stringMatching(/^\d{8}T\d{6}Z$/),
    "x-amz-security-token": "token",
    "x-amz-target": TARGET,
  });
  expect(authorization).toContain(`SignedHeaders=${Object.keys(headers).join(";")},`);
});
