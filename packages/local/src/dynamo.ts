import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** The database with the table, in the folder that is handed in. */
export const DYNAMO_FILE = "dynamo.sqlite";
const HOST = "127.0.0.1";
const START_ATTEMPTS = 20;
const AGAIN_MS = 250;
/** Between starts of a database that does not come up: for want of room on the disk, say. */
const REST_MS = 5_000;
const STREAM_RETENTION_SECONDS = 24 * 3600;

export type Dynamo = {
  readonly endpoint: string;
  /** Ends the server and starts it again on the same data, as a crash would. */
  crash: () => Promise<void>;
  /** The sequence number of the last change; 0 before the first one. */
  lastSequence: () => number;
  /** Forgets stream records older than a day that come before this sequence number. */
  trimStream: (readUpTo: number) => void;
  stop: () => Promise<void>;
};

/** The server's binary, or an explanation of what to do where there is none for this platform. */
function binary(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}/dynoxide`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded DynamoDB for ${process.platform}-${process.arch}. ` +
        "Start a DynamoDB server yourself and set AWS_ENDPOINT_URL_DYNAMODB to its address.",
    );
  }
}

/**
 * Starts the embedded DynamoDB with its data in `dir`, and keeps it running until `stop`.
 *
 * @param port where it listens; a free one without
 * @throws when it does not come up
 */
export async function startDynamo(options: { dir: string; port?: number }): Promise<Dynamo> {
  mkdirSync(options.dir, { recursive: true });
  const file = join(options.dir, DYNAMO_FILE);
  const port = options.port ?? (await freePort());
  let stopping = false;
  let server = await launch(file, port);
  indexStreamRecords(file);

  const supervise = () => {
    server.once("exit", (code, signal) => {
      if (!stopping) void startAgain(`${signal ?? code}`);
    });
  };
  const startAgain = async (reason: string) => {
    console.error(`The database stopped (${reason}); starting it again`);
    for (let told = false; !stopping; told = true) {
      try {
        server = await launch(file, port);
        break;
      } catch (error) {
        if (!told) console.error("The database does not start; trying until it does", error);
        await sleep(REST_MS);
      }
    }
    if (stopping) await end(server);
    else supervise();
  };
  supervise();

  return {
    endpoint: `http://${HOST}:${port}`,
    async crash() {
      const crashed = server;
      crashed.kill("SIGKILL");
      while (server === crashed) await sleep(5);
    },
    lastSequence: () => lastSequenceIn(file),
    trimStream: (readUpTo) => trimStreamRecords(file, readUpTo),
    async stop() {
      stopping = true;
      await end(server);
    },
  };
}

function startFailureText(port: number, said: string): string {
  if (!said.includes("already in use")) return `DynamoDB did not start: ${said}`;
  return `Port ${port} is taken, perhaps by another Thaw. THAW_INNER_PORT takes other ones: it and the four after it have to be free.`;
}

async function launch(file: string, port: number): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    const said: string[] = [];
    // Its own process group: Ctrl-C in the terminal ends us first, so that what is under way can be finished.
    const [command, args] = tolerant(binary(), [
      "--host",
      HOST,
      "--port",
      String(port),
      "--db-path",
      file,
    ]);
    const server = spawn(command, args, {
      stdio: ["ignore", "ignore", "pipe"],
      detached: true,
    });
    endWithUs(server);
    const lines = createInterface({ input: server.stderr });
    const listening = new Promise<boolean>((resolve) => {
      lines.on("line", (line) => {
        said.push(line);
        if (line.includes("listening")) resolve(true);
      });
      server.once("exit", () => resolve(false));
      server.once("error", (error) => {
        said.push(error.message);
        resolve(false);
      });
    });
    if (await listening) return server;
    // After a kill -9 of ours the previous server may take a moment to release the port.
    if (attempt === START_ATTEMPTS) throw new Error(startFailureText(port, said.join(" ")));
    await sleep(AGAIN_MS);
  }
}

/**
 * The command with SIGXFSZ ignored (25 on Linux and macOS): a file at the largest size that a limit allows is then an error of the
 * one write, as on a disk that is full. Otherwise it would end the server, which has no handler for it.
 */
function tolerant(command: string, args: readonly string[]): [command: string, args: string[]] {
  if (process.platform === "win32") return [command, [...args]];
  return ["/bin/sh", ["-c", 'trap "" 25; exec "$0" "$@"', command, ...args]];
}

/** Leaves no server behind when this process is killed: a shell waits for our end of its pipe to close. */
function endWithUs(server: ChildProcess): void {
  if (server.pid === undefined || process.platform === "win32") return;
  const watcher = spawn("/bin/sh", ["-c", 'cat >/dev/null; kill -9 "$0"', String(server.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  server.once("exit", () => watcher.kill("SIGKILL"));
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  await exited;
}

function withDatabase<Result>(file: string, run: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA busy_timeout = 5000");
    return run(database);
  } finally {
    database.close();
  }
}

/** Without this index every write reads all stream records to find the last one. */
function indexStreamRecords(file: string): void {
  withDatabase(file, (database) =>
    database.exec(
      "CREATE INDEX IF NOT EXISTS thaw_stream_sequence " +
        "ON _stream_records(table_name, CAST(sequence_number AS INTEGER))",
    ),
  );
}

const lastSequenceIn = (file: string): number =>
  withDatabase(file, (database) => {
    const row = database
      .prepare("SELECT max(CAST(sequence_number AS INTEGER)) AS last FROM _stream_records")
      .get();
    return Number(row?.last ?? 0);
  });

/**
 * DynamoDB drops stream records after 24 hours; the embedded server would keep them for ever. Here they must also have
 * been read. The last one stays: the server takes the next sequence number from it.
 */
function trimStreamRecords(file: string, readUpTo: number): void {
  const before = Math.floor(Date.now() / 1000) - STREAM_RETENTION_SECONDS;
  withDatabase(file, (database) =>
    database
      .prepare(
        "DELETE FROM _stream_records WHERE created_at < ? AND CAST(sequence_number AS INTEGER) < ?",
      )
      .run(before, readUpTo),
  );
}
