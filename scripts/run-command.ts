import { spawn } from "node:child_process";

export type Command = { command: string; args: readonly string[]; env?: Record<string, string> };
export type Outcome = { code: number; output: string; seconds: number };

/** Runs a command to its end without standard input. A run over the limit (in seconds) is ended and counts as failed. */
export function runCommand({ command, args, env }: Command, limitSeconds = 600): Promise<Outcome> {
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
  const timer = setTimeout(() => {
    chunks.push(Buffer.from(`\nended after ${limitSeconds} s\n`));
    end();
  }, limitSeconds * 1000);
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    const finish = (code: number) => {
      clearTimeout(timer);
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
