import { statSync } from "node:fs";
import path from "node:path";
import { type Finding, findings } from "./finding.ts";

const DAY_MS = 86_400_000;
const SOURCE = path.resolve(import.meta.dirname, "../../package.json");

/**
 * A clock that is behind sends emails late and finds certificates not valid yet. Nobody is asked what time it is: a clock that shows a
 * time before this copy of Thaw was written is wrong in any case.
 *
 * @param nowMs since 1970, by this machine's clock
 */
export function checkClock(nowMs: number): Finding {
  const { ok, blocks } = findings("clock");
  const says = `it is ${new Date(nowMs).toISOString()} by this machine's clock`;
  const isBehind = nowMs < statSync(SOURCE).mtimeMs - DAY_MS;
  if (!isBehind) return ok(says);
  return blocks(
    `${says}, before this copy of Thaw was made`,
    "set the clock: timedatectl set-ntp true",
  );
}
