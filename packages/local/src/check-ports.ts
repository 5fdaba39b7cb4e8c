import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { LocalSettings } from "./config.ts";
import { INNER_PORTS } from "./inner-ports.ts";
import { closeServer, listen } from "./server.ts";

const INSIDE_ATTEMPTS = 20;
const AGAIN_MS = 250;

/**
 * Tries every port that the product is going to listen on before anything is started.
 *
 * @throws with the port and how to take another one
 */
export async function checkPorts({
  port,
  innerPort,
  siteUrl,
}: Pick<LocalSettings, "port" | "innerPort" | "siteUrl">): Promise<void> {
  if (port !== 0) {
    const code = await troubleWith(port);
    if (code) throw new Error(outerText(port, code, siteUrl !== undefined));
  }
  for (let inner = innerPort; innerPort > 0 && inner < innerPort + INNER_PORTS; inner++) {
    for (let attempt = 1; ; attempt++) {
      const code = await troubleWith(inner);
      if (!code) break;
      // After a kill -9 of ours the database may take a moment to release its port.
      if (attempt === INSIDE_ATTEMPTS) throw new Error(innerText(inner, innerPort, code));
      await sleep(AGAIN_MS);
    }
  }
}

async function troubleWith(port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await listen(server, port);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "";
  }
  await closeServer(server);
  return undefined;
}

function outerText(port: number, code: string, behindProxy: boolean): string {
  if (code === "EACCES") {
    return `This user may not listen on port ${port}. Take one from 1024 on (npm start -- --port 3000, or PORT=3000) and let a reverse proxy listen on ${port}.`;
  }
  const after = behindProxy ? ", and lead the reverse proxy there" : "";
  return `Port ${port} is taken, by another program or another Thaw. Take another one: npm start -- --port ${next(port)}, or PORT=${next(port)}${after}.`;
}

function innerText(port: number, first: number, code: string): string {
  return (
    `Port ${port} ${code === "EACCES" ? "is not allowed to this user" : "is taken, perhaps by another Thaw"}. ` +
    `Inside, Thaw takes ${first} to ${first + INNER_PORTS - 1}; THAW_INNER_PORT=N takes N to N+${INNER_PORTS - 1} instead.`
  );
}

const next = (port: number) => (port < 65_535 ? port + 1 : 3000);
