import type { FunctionProps, StackContext } from "sst/constructs";
import { Function as SstFunction, use } from "sst/constructs";
import { type FunctionName, app as manifest } from "../packages/core/src/manifest.ts";
import { type AppUses, accessOf, type Later } from "./access.ts";
import { settingsOf } from "./settings.ts";
import { storage } from "./storage.ts";

/** How many of a function or of the site run at once at most, and always have room; undefined where the stage reserves none. */
export function reservedFor(stage: string, name: FunctionName | "site"): number | undefined {
  const reserved: Partial<Record<string, number>> = manifest.reservedConcurrency;
  return settingsOf(stage).flood?.reservesConcurrency ? reserved[name] : undefined;
}

/** One Lambda for a function of the manifest, with the environment and the rights that its `uses` name. */
export function makeFunction(
  context: StackContext,
  name: FunctionName,
  later: Later = {},
  more: FunctionProps = {},
): SstFunction {
  const { entry, timeoutSeconds, memoryMb, ...spec } = manifest.functions[name];
  const uses: AppUses = spec.uses;
  const access = accessOf(context, uses, use(storage), later);
  const reserved = reservedFor(context.app.stage, name);
  return new SstFunction(context.stack, name, {
    handler: `${entry}.handler`,
    timeout: timeoutSeconds,
    memorySize: memoryMb,
    ...(reserved === undefined ? {} : { reservedConcurrentExecutions: reserved }),
    prefetchSecrets: access.bind.length > 0,
    ...access,
    ...more,
  });
}
