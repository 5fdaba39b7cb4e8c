import type { World } from "./world.ts";

/** What an attack saw. `seen` is one line: a status, a count, a duration. */
export type Outcome = { held: boolean; seen: string };

/** Something that must hold against a client that sends what no page and no client would send. */
export type Attack = {
  /** A sentence: what must hold. */
  name: string;
  run: (world: World) => Promise<Outcome>;
  /** Takes more than a few seconds: `npm run attack` alone runs it. */
  isSlow?: true;
};
