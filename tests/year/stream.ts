/** Hands the table's changes to their consumers, as the runtime of one machine does. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { app } from "@thaw/core/manifest";
import { table } from "@thaw/data/table";
import { handler as onLeadChange } from "@thaw/functions/stream/lead-change";
import { handler as onTableChange } from "@thaw/functions/stream/table-change";
import { Disk } from "@thaw/local/disk";
import { readStream } from "@thaw/local/stream-reader";
import type { Context, DynamoDBStreamEvent } from "aws-lambda";

const QUIET_MS = 5_000;

export async function readChanges() {
  const dir = mkdtempSync(join(tmpdir(), "thaw-year-"));
  const { Table } = await new DynamoDBClient({}).send(
    new DescribeTableCommand({ TableName: table }),
  );
  const end = new AbortController();
  let lost = 0;
  let readAt = performance.now();
  const { news, leads } = app.table.streams;
  const handlers = { [news.consumer]: onTableChange, [leads.consumer]: onLeadChange };
  const reading = [news, leads].map((spec) =>
    readStream({
      client: new DynamoDBStreamsClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB ?? "" }),
      streamArn: Table?.LatestStreamArn ?? "",
      spec,
      positionFile: join(dir, spec.consumer),
      invoke: async (_name, event) =>
        handlers[spec.consumer]?.(event as DynamoDBStreamEvent, {} as Context, () => undefined),
      giveUp: async () => {
        lost += 1;
      },
      onProgress: () => {
        readAt = performance.now();
      },
      signal: end.signal,
      disk: new Disk({ folder: dir, probe() {} }),
    }),
  );
  return {
    /** Waits until there is nothing more to read; returns how many changes were given up. */
    async stop(): Promise<number> {
      while (performance.now() - readAt < QUIET_MS) await sleep(100);
      end.abort();
      await Promise.all(reading);
      rmSync(dir, { recursive: true, force: true });
      return lost;
    },
  };
}
