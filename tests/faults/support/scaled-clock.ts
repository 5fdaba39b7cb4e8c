import { installClock } from "@thaw/core/clock";

const VARIABLE = "THAW_FAULT_CLOCK";
const FOLLOW = new URL("./follow-clock.ts", import.meta.url).href;
/** A lease of three minutes is over after ten real seconds. */
const SHORTER = 18;

/** The environment of one process whose time runs faster; `shorter` as below. */
export function fasterClock(rate: number, shorter: number): Record<string, string> {
  const now = Date.now();
  return {
    [VARIABLE]: [now, now, rate, shorter].join(","),
    NODE_OPTIONS: `--import=${FOLLOW}`,
  };
}

/**
 * Makes the product's time run faster in this process and in every process that it starts from now on.
 *
 * @param shorter how many times as short leases are in real time
 */
export function scaleClock(startAt: string, rate: number, shorter = SHORTER): void {
  process.env[VARIABLE] = [Date.parse(startAt), Date.now(), rate, shorter].join(",");
  followClock();
}

/** Follows the clock that the parent has set. */
export function followClock(): void {
  const given = (process.env[VARIABLE] ?? "").split(",").map(Number);
  const [base = 0, real = 0, rate = 1, shorter = 1] = given;
  const now = () => base + (Date.now() - real) * rate;
  installClock({ now, rate, spanRate: rate / shorter });
}
