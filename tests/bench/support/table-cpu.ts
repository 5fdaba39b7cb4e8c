import { readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** How many seconds of CPU the embedded table, which this process or `owner` started, has had so far. Linux alone tells. */
export function tableCpuSeconds(owner = process.pid): number {
  const children = readFileSync(`/proc/${owner}/task/${owner}/children`, "utf8");
  const table = children
    .trim()
    .split(" ")
    .find((pid) => readFileSync(`/proc/${pid}/comm`, "utf8") === "dynoxide\n");
  return table ? cpuSeconds(Number(table)) : Number.NaN;
}

/** The same of a process. */
export function cpuSeconds(pid: number): number {
  const [, rest = ""] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  // proc_pid_stat(5): utime and stime are the 14th and 15th value, the state behind the name is the third.
  const values = rest.split(" ").map(Number);
  return ((values[11] ?? 0) + (values[12] ?? 0)) / TICKS_A_SECOND;
}
