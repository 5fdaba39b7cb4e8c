import { currentClock, installClock } from "@thaw/core/clock";
import { afterAll } from "vitest";

// The files of one process follow one another: none finds the environment or the clock of the one before.
const environment = { ...process.env };
const clock = currentClock();
afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  installClock(clock);
});
