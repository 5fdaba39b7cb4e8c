import { AsyncLocalStorage } from "node:async_hooks";
import { config } from "../../config.ts";
import type { SecretRight } from "../../manifest-spec.ts";

const given = new AsyncLocalStorage<SecretRight>();

/**
 * Whether what runs now may open secrets. In AWS the rights of the function's role decide, and its environment tells; on one
 * machine, where one process runs everything, who calls.
 */
export const mayOpenSecrets = (): boolean =>
  (given.getStore() ?? config.secretRight() ?? "open") === "open";

/** Runs a part of the product with the right to open secrets. */
export const withOpenSecrets = <Result>(run: () => Result): Result => given.run("open", run);
