import { installClock } from "@thaw/core/clock";

const VARIABLE = "THAW_FAULT_CLOCK";
/** A lease of three minutes is over after ten real seconds. */
const LEASES_SHORTER = 18;

/** Makes the product's time run faster in this process and in every process that it starts from now on. */
export function scaleClock(startAt: string, rate: number): void {
  process.env[VARIABLE] = [Date.parse(startAt), Date.now(), rate].join(",");
  followClock();
}

/** Follows the clock that the parent has set. */
export function followClock(): void {
  const [base = 0, real = 0, rate = 1] = (process.env[VARIABLE] ?? "").split(",").map(Number);
  const now = () => base + (Date.now() - real) * rate;
  installClock({ now, rate, spanRate: rate / LEASES_SHORTER });
}
