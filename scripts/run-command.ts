import { spawn } from "node:child_process";

export type Command = { command: string; args: readonly string[]; env?: Record<string, string> };
export type Outcome = { code: number; output: string; seconds: number };
/** In seconds: for the whole of a run, and without a word from it. */
export type Limits = { limitSeconds: number; silentSeconds?: number };

/** Runs a command to its end without standard input. A run over a limit is ended and counts as failed. */
export function runCommand(
  { command, args, env }: Command,
  { limitSeconds, silentSeconds = limitSeconds }: Limits = { limitSeconds: 1_800 },
): Promise<Outcome> {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  // Its own process group, so that a run over the limit takes its children with it.
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, CI: "true", ...env },
    detached: true,
  });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  const onSignal = () => {
    end();
    process.exit(1);
  };
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const endAfter = (seconds: number, reason: string) =>
    setTimeout(() => {
      chunks.push(Buffer.from(`\nended after ${Math.round(seconds)} s${reason}\n`));
      end();
    }, seconds * 1000);
  const timer = endAfter(limitSeconds, "");
  const silence = endAfter(silentSeconds, " without a word");
  const hear = (chunk: Buffer) => {
    chunks.push(chunk);
    silence.refresh();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  return new Promise((resolve) => {
    const finish = (code: number) => {
      clearTimeout(timer);
      clearTimeout(silence);
      process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
      const seconds = (performance.now() - startedAt) / 1000;
      resolve({ code, output: Buffer.concat(chunks).toString(), seconds });
    };
    child.on("error", (error) => {
      chunks.push(Buffer.from(String(error)));
      finish(1);
    });
    child.on("close", (code) => finish(code ?? 1));
  });
}
