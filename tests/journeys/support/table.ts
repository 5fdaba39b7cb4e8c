import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { variable } from "@thaw/core/environment";
import type { Product } from "./product.ts";

/** Leads this process to a product's own table: what a test needs to have happened is recorded there. */
export function useTableOf({ url }: Product): void {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${Number(new URL(url).port) + 1}`,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
  });
}

/** Lets this process sign sessions and links that the product takes for its own. */
export function useSecretOf({ data }: Product): void {
  // A demo world keeps its things apart.
  const [file = ""] = globSync("{,demo/}secrets.json", { cwd: data });
  const { sessionKeys, linkKeys } = JSON.parse(readFileSync(join(data, file), "utf8"));
  process.env[variable.secret("SESSION_KEYS")] = sessionKeys;
  process.env[variable.secret("LINK_KEYS")] = linkKeys;
}
