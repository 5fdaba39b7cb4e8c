import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { app, type FunctionName } from "@thaw/core/manifest";
import { type Local, startLocal } from "@thaw/local/local";
import type { Manifest } from "@thaw/local/manifest";
import type { Context } from "aws-lambda";
import { memoryFolder } from "../support/memory-folder.ts";

type Handler = (event: never, context: Context) => unknown;
export type Handlers = Partial<Record<FunctionName, Handler>>;

/** The product's manifest with times that a test can wait for. */
export const quick: Manifest = {
  ...app,
  table: {
    ...app.table,
    streams: {
      news: { ...app.table.streams.news, windowSeconds: 0, retries: 1 },
      leads: { ...app.table.streams.leads, windowSeconds: 0, retries: 1 },
    },
  },
  queues: {
    ...app.queues,
    plan: { ...app.queues.plan, batchSize: 3, visibilitySeconds: 1, maxReceives: 2 },
  },
};

export function temporaryFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(memoryFolder(), "thaw-local-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts the runtime on free ports with these functions; the others do nothing. */
export async function startTestLocal(
  data: string,
  handlers: Handlers,
  manifest: Manifest = quick,
): Promise<Local & AsyncDisposable> {
  const byEntry = new Map(
    Object.entries(handlers).map(([name, handler]) => [
      manifest.functions[name as FunctionName].entry,
      handler,
    ]),
  );
  const local = await startLocal({
    data,
    port: 0,
    innerPort: 0,
    demo: false,
    siteUrl: undefined,
    emailFrom: "Thaw <no-reply@localhost>",
    dynamoEndpoint: undefined,
    manifest,
    load: async (entry) => ({
      handler: (event, context) => byEntry.get(entry)?.(event as never, context),
    }),
  });
  return { ...local, [Symbol.asyncDispose]: local.stop };
}
