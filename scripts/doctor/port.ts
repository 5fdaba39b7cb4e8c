import { createServer } from "node:net";
import { type Finding, findings } from "./finding.ts";

/** Whether the product could listen where people reach it. */
export async function checkPort(port: number): Promise<Finding> {
  const { ok, blocks } = findings("port");
  const code = await listenOnce(port);
  if (code === undefined) return ok(`${port} is free`);
  const other = "npm start -- --port 3001";
  if (code === "EADDRINUSE") {
    return blocks(`${port} is in use: by another Thaw, or another program`, `end it, or ${other}`);
  }
  return blocks(`${port} cannot be opened (${code}); those below 1024 need root`, other);
}

/** @returns the fault of the system's, undefined where there is none */
function listenOnce(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? "unknown"));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(undefined)));
  });
}
