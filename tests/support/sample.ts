import { globSync } from "node:fs";
import path from "node:path";
import type { Actor } from "../../packages/core/src/actor.ts";
import type { World } from "./world.ts";

/** The account that samples are made in. */
export type SampledAccount = {
  world: World;
  owner: Actor;
  memberId: number;
  clientId: number;
  /** In everything of the account, and in nothing else. */
  mark: string;
  /** In what belongs to leads and their campaigns, besides. */
  hidden: string;
};

/**
 * One of a noun's records, for tests that try every route: `<noun>.sample.ts` beside the noun exports it as `sample`.
 *
 * `make` makes it, with the account's words in it, and returns the parameters of paths that name it, all of which others must not
 * find. `body` is what bodies of the noun's routes need, be they asked by whom they may; `bodies` the same of one route alone,
 * by its method and path.
 */
export type Sample = {
  make?: (account: SampledAccount) => Promise<Record<string, string | number>>;
  body?: (account: SampledAccount) => object;
  bodies?: Record<string, object>;
};

/** Every noun's. */
export async function everySample(): Promise<Sample[]> {
  const files = globSync("packages/core/src/**/*.sample.ts").sort();
  return Promise.all(
    files.map(async (file) => {
      const { sample } = (await import(path.resolve(file))) as { sample?: Sample };
      if (!sample) throw new Error(`${file} exports no \`sample\``);
      return sample;
    }),
  );
}
