import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { variable } from "@thaw/core/environment";
import { newRing } from "@thaw/core/kernel/signing-key/key-ring";
import { startDynamo } from "@thaw/local/dynamo";
import { createTable } from "@thaw/local/table";
import { memoryFolder } from "./memory-folder.ts";

// Vitest runs the set-up once a project, each with its own copy of this module, in one process.
const shared: { table?: Promise<() => Promise<void>> } = ((
  globalThis as Record<symbol, object | undefined>
)[Symbol.for("thaw.test-table")] ??= {});

/** One empty local table for the whole run, and the environment that the product's code reads. */
export default async function setUp(): Promise<() => Promise<void>> {
  shared.table ??= startTable();
  return shared.table;
}

async function startTable(): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(memoryFolder(), "thaw-test-"));
  const keyFile = join(dir, "encryption.key");
  writeFileSync(keyFile, randomBytes(32).toString("base64"), { mode: 0o600 });

  // On a platform without the embedded database the caller brings one.
  const given = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  const dynamo = given ? undefined : await startDynamo({ dir });
  const name = `thaw-test-${randomBytes(4).toString("hex")}`;
  Object.assign(process.env, {
    // The clouds of the run's processes keep their files here, which goes with the run.
    TEST_DIR: dir,
    AWS_ENDPOINT_URL_DYNAMODB: given ?? dynamo?.endpoint,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    [variable.table]: name,
    [variable.secret("SESSION_KEYS")]: newRing("session"),
    [variable.secret("LINK_KEYS")]: newRing("link"),
    [variable.encryption]: `file:${keyFile}`,
    [variable.site]: "http://127.0.0.1:0",
    [variable.emailFrom]: "Thaw <no-reply@thaw.example>",
  });
  const client = new DynamoDBClient({});
  await createTable(client, name);
  client.destroy();
  let stopped = false;
  return async () => {
    if (stopped) return;
    stopped = true;
    await dynamo?.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
