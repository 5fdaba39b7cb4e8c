import type { Server } from "node:http";

/** How long requests under way may take when a server closes. */
const GRACE_MS = 5000;

export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(Object.assign(new Error(`Port ${port} cannot be listened on`), { code: error.code }));
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", fail);
      resolve();
    });
  });
}

export function originOf(server: Server): string {
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The server has no port");
  return `http://127.0.0.1:${address.port}`;
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
