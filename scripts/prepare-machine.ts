import { existsSync } from "node:fs";
import { type Command, runCommand } from "./run-command.ts";

const LAB = "tests/mail-lab/lab.sh";

/**
 * Installs what the tests need besides packages, where this machine lets us, and says what it left out and why.
 * @returns the names of what is missing
 */
export async function prepareMachine(): Promise<ReadonlySet<"chromium" | "mail servers">> {
  const missing = new Set<"chromium" | "mail servers">();
  const reason = noApt();
  if (!chromiumPath()) {
    const failure = reason ?? (await attempt({ command: "sh", args: ["-c", INSTALL_CHROMIUM] }));
    if (failure || !chromiumPath()) {
      console.log(`skipped  chromium: ${failure ?? "the package brought no browser"}`);
      missing.add("chromium");
    }
  }
  const failure =
    reason ??
    (existsSync(LAB)
      ? await attempt({ command: "bash", args: [LAB, "install"] })
      : `${LAB} is missing`);
  if (failure) {
    console.log(`skipped  mail servers: ${failure}`);
    missing.add("mail servers");
  }
  return missing;
}

const INSTALL = "apt-get install -y -qq --no-install-recommends";
const INSTALL_CHROMIUM =
  "DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; " +
  `apt-get update -qq && { ${INSTALL} chromium-headless-shell || ${INSTALL} chromium; }`;

/** Where the machine's own Chromium is; CHROMIUM may name another one. The one without windows needs a fifth less of a processor. */
export function chromiumPath(): string | undefined {
  return [
    process.env.CHROMIUM,
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/google-chrome",
  ].find((path) => path && existsSync(path));
}

function noApt(): string | undefined {
  if (!existsSync("/usr/bin/apt-get")) return "this machine has no apt-get";
  return process.getuid?.() === 0 ? undefined : "apt-get needs root";
}

/** @returns why it failed, undefined when it did not */
async function attempt(command: Command): Promise<string | undefined> {
  const { code, output } = await runCommand(command);
  return code === 0 ? undefined : (output.trim().split("\n").at(-1) ?? `exit code ${code}`);
}
