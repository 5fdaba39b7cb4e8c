/**
 * Starts a table and a cloud, then the given program in a process of its own: the product reads the table's name when it is
 * loaded. A message "crash-table" from the program kills the database, which comes back by itself. Writes meet conflicts where
 * conflicting-table.ts is told so.
 */
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { variable } from "@thaw/core/environment";
import { newRing } from "@thaw/core/kernel/signing-key/key-ring";
import { startDynamo } from "@thaw/local/dynamo";
import { createTable } from "@thaw/local/table";
import { startOwnCloud } from "../../support/cloud.ts";
import { withConflicts } from "./conflicting-table.ts";

const [, , program = "", ...rest] = process.argv;
const dir = mkdtempSync(join(tmpdir(), "thaw-fault-"));
const keyFile = join(dir, "encryption.key");
writeFileSync(keyFile, randomBytes(32).toString("base64"), { mode: 0o600 });
const dynamo = await startDynamo({ dir });
Object.assign(process.env, {
  AWS_ENDPOINT_URL_DYNAMODB: await withConflicts(dynamo.endpoint),
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  ALLOW_PRIVATE_MAIL_HOSTS: "true",
  POWERTOOLS_LOG_LEVEL: process.env.POWERTOOLS_LOG_LEVEL ?? "CRITICAL",
  [variable.table]: "thaw-fault",
  [variable.secret("SESSION_KEYS")]: newRing("session"),
  [variable.secret("LINK_KEYS")]: newRing("link"),
  [variable.encryption]: `file:${keyFile}`,
  [variable.site]: "http://127.0.0.1:0",
  [variable.emailFrom]: "Thaw <no-reply@thaw.example>",
});
await createTable(new DynamoDBClient({}), "thaw-fault");
const cloud = await startOwnCloud();
const run = fork(program, rest);
run.on("message", (message) => {
  if (message === "crash-table") void dynamo.crash();
});
const [code] = await once(run, "exit");
await cloud[Symbol.asyncDispose]();
await dynamo.stop();
rmSync(dir, { recursive: true, force: true });
process.exit(code ?? 1);
