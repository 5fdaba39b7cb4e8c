import { randomInt } from "node:crypto";
import { seededFraction } from "@thaw/core/random";

const VARIABLE = "THAW_FAULT_SEED";

/** What chance begins with: `npm run faults` prints it, and THAW_FAULT_SEED in the environment repeats it. */
export const seed = process.env[VARIABLE] ?? String(randomInt(1_000_000));
process.env[VARIABLE] = seed;

/** A source of numbers in [0, 1) that gives the same ones for the same name and seed. */
export function chance(name: string): () => number {
  let drawn = 0;
  return () => seededFraction(seed, name, drawn++);
}
