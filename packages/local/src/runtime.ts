import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withOpenSecrets } from "@thaw/core/kernel/secret/secret-right";
import type { FunctionName } from "@thaw/core/manifest";
import type { Context } from "aws-lambda";
import { root } from "./config.ts";
import { AWS_ACCOUNT, type Manifest, REGION } from "./manifest.ts";

type Handler = (event: unknown, context: Context) => unknown;
/** Gives the module of a function's entry, a path from the repository's root without extension. */
export type Load = (entry: string) => Promise<{ handler: Handler }>;
export type Invoke = (name: FunctionName, event: unknown) => Promise<unknown>;

export const loadFromSource: Load = (entry) =>
  import(pathToFileURL(join(root, `${entry}.ts`)).href) as Promise<{ handler: Handler }>;

/**
 * Runs functions as Lambda does: what goes in and comes out is JSON, and a call that outlasts the function's timeout gets an
 * error. The handler itself cannot be ended inside this process; what it gives afterwards is thrown away.
 */
export function createInvoke(manifest: Manifest, load: Load): Invoke {
  return async (name, event) => {
    const { entry, timeoutSeconds, memoryMb, uses } = manifest.functions[name];
    const { handler } = await load(entry);
    const context = lambdaContext(name, timeoutSeconds, memoryMb);
    const run = () => handler(throughJson(event), context);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const seconds = timeoutSeconds.toFixed(2);
      const error = new Error(`${context.awsRequestId} Task timed out after ${seconds} seconds`);
      timer = setTimeout(() => reject(error), timeoutSeconds * 1000);
    });
    try {
      return throughJson(
        await Promise.race([uses.encryption === "open" ? withOpenSecrets(run) : run(), timeout]),
      );
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Loads every function before the first event, so that a broken one is seen at start. */
export async function loadAll(manifest: Manifest, load: Load): Promise<void> {
  await Promise.all(Object.values(manifest.functions).map(({ entry }) => load(entry)));
}

function throughJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function lambdaContext(name: string, timeoutSeconds: number, memoryMb: number): Context {
  const endsAt = performance.now() + timeoutSeconds * 1000;
  return {
    awsRequestId: randomUUID(),
    functionName: name,
    functionVersion: "$LATEST",
    invokedFunctionArn: `arn:aws:lambda:${REGION}:${AWS_ACCOUNT}:function:${name}`,
    memoryLimitInMB: String(memoryMb),
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: "local",
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, endsAt - performance.now()),
    done() {},
    fail() {},
    succeed() {},
  };
}
