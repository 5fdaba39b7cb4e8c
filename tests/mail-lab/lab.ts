import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const SCRIPT = join(import.meta.dirname, "lab.sh");
const NEEDED = ["/usr/sbin/postfix", "/usr/sbin/dovecot", "/usr/sbin/nsd", "/usr/bin/kdig"];
/** Names a running lab to the processes that a test run starts. */
const RUNNING = "THAW_MAIL_LAB";

export type LabService = "dns" | "dovecot" | "postfix" | "redis" | "rspamd" | "spamd";

type Ports = { SSL: number; TLS: number; None: number };

/** What lab.sh writes to lab.json: see README.md for the users and the magic recipients. */
type LabDescription = {
  host: string;
  /** The name in the servers' certificate. */
  servername: string;
  password: string;
  caPath: string;
  smtp: Ports & { mx: number; sink: number };
  imap: Ports;
  /** For Resolver.setServers. */
  dns: string;
  spamd: number;
  rspamd: string;
  dkimDir: string;
  oauthKeyPath: string;
  users: string[];
};

export type MailLab = LabDescription & {
  /** PEM of the authority that signed the servers' certificate. */
  ca: string;
  /** Folder with state, logs and mail: `mail/<domain>/<user>` is a Maildir. */
  dir: string;
  /** Empties every mailbox and the queue. */
  reset: () => Promise<void>;
  stopService: (service: LabService) => Promise<void>;
  startService: (service: LabService) => Promise<void>;
  /** Stops every server and deletes everything. Does nothing to a lab that someone else started. */
  stop: () => Promise<void>;
};

export type LabOptions = {
  services?: readonly LabService[];
  /** Every port is this plus an offset below 1,000. A free one is found where none is given. */
  portBase?: number;
};

/** Why real mail servers cannot run here, or undefined where they can. */
export function missingForMailLab(): string | undefined {
  if (process.platform !== "linux") return "the mail lab runs on Linux";
  if (process.getuid?.() !== 0) return "the mail lab needs root, because Postfix does";
  const missing = NEEDED.filter((path) => !existsSync(path));
  if (missing.length === 0) return undefined;
  return `${missing.join(", ")} missing: run tests/mail-lab/lab.sh install`;
}

/** The lab of this test run, else a new one; undefined, with the reason printed, where none can run. */
export async function mailLab(): Promise<MailLab | undefined> {
  const running = process.env[RUNNING];
  if (running) return describe(running, process.env, async () => undefined);
  const reason = missingForMailLab();
  if (!reason) return startMailLab();
  console.warn(`Skipped: ${reason}`);
  return undefined;
}

/** Starts real mail servers and waits until each answers in its protocol. @throws Error with the script's output */
export async function startMailLab(options: LabOptions = {}): Promise<MailLab> {
  const dir = mkdtempSync(join(tmpdir(), "thaw-mail-lab-"));
  const environment = {
    ...process.env,
    LAB_RUN: dir,
    LAB_BASE: String(options.portBase ?? (await freePortBase())),
    ...(options.services ? { LAB_SERVICES: options.services.join(" ") } : {}),
  };
  const stop = async () => {
    await lab("stop", environment);
    rmSync(dir, { recursive: true, force: true });
  };
  await lab("start", environment).catch(async (error: unknown) => {
    await lab("stop", environment);
    throw error;
  });
  return describe(dir, environment, stop);
}

/** Lets the processes that this one starts find the lab. */
export function announceMailLab(lab: MailLab): void {
  process.env[RUNNING] = lab.dir;
}

function describe(dir: string, environment: NodeJS.ProcessEnv, stop: () => Promise<void>): MailLab {
  const description = JSON.parse(readFileSync(join(dir, "lab.json"), "utf8")) as LabDescription;
  const here = { ...environment, LAB_RUN: dir, LAB_BASE: String(description.smtp.mx - 25) };
  return {
    ...description,
    ca: readFileSync(description.caPath, "utf8"),
    dir,
    reset: () => lab("reset", here),
    stopService: (service) => lab("stopsvc", here, service),
    startService: (service) => lab("startsvc", here, service),
    stop,
  };
}

async function lab(command: string, env: NodeJS.ProcessEnv, ...rest: string[]): Promise<void> {
  await promisify(execFile)(SCRIPT, [command, ...rest], { env }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`lab.sh ${command} failed: ${error.stdout ?? ""}${error.stderr ?? ""}`, {
        cause: error,
      });
    },
  );
}

/** Below the range that the system gives to outgoing connections. */
async function freePortBase(): Promise<number> {
  const start = 13 + (process.pid % 17);
  for (let step = 0; step < 17; step++) {
    const base = (13 + ((start + step) % 17)) * 1_000;
    const free = await Promise.all([25, 53, 143, 465, 587, 993].map((port) => isFree(base + port)));
    if (free.every(Boolean)) return base;
  }
  throw new Error("No free port range for the mail lab");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
