import { type Command, runCommand } from "./run-command.ts";

/** What one process of the calibration does: about 0.3 s of a processor. */
const WORK = `
let text = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: "lead " + id, tags: ["a", "b"] })));
for (let turn = 0; turn < 2000; turn += 1) text = JSON.stringify(JSON.parse(text));`;
/** How many tests run at a time, as vitest.config.ts and playwright.config.ts say. */
const PROCESSES = 3;
/** How long they take on two processors that have nothing else to do. */
const REFERENCE_SECONDS = 0.6;
/** A machine slower than this fails tests for being slow: three times the longest limit is still far from the end of a run. */
const SLOWEST = 3;
const VARIABLE = "THAW_TEST_PACE";

/** @returns how many times longer than on the reference machine the same work takes here and now, 1 to 3 */
export async function measurePace(): Promise<number> {
  const work: Command = { command: process.execPath, args: ["-e", WORK] };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: PROCESSES }, () => runCommand(work)));
  return paceOf((performance.now() - startedAt) / 1000);
}

/** @param seconds what the calibration took */
export const paceOf = (seconds: number): number =>
  Math.round(Math.min(SLOWEST, Math.max(1, seconds / REFERENCE_SECONDS)) * 10) / 10;

/** Hands a pace to the configurations of the runners. */
export const paceVariable = (pace: number): Record<string, string> => ({
  [VARIABLE]: String(pace),
});

/** A test's limit (in ms) as it is on this machine: `npm test` measures, a runner by itself takes it as it stands. */
export const paced = (milliseconds: number): number =>
  milliseconds * Number(process.env[VARIABLE] ?? 1);
