import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** `port` is the client's. */
export type Accepted = { messageId: string; port: number };

/**
 * Stands between the product and a mail server, hears which messages the server accepted, and may act in the moment between
 * the server's 250 and the client's reading of it.
 */
export async function startSmtpProxy(options: {
  upstreamPort: number;
  onAccepted?: (accepted: Accepted) => "forward" | "withhold";
}) {
  const accepted: Accepted[] = [];
  const server = createServer((client: Socket) => {
    const upstream = connect(options.upstreamPort, "127.0.0.1");
    let messageId = "";
    let tail = "";
    client.on("data", (chunk: Buffer) => {
      tail = (tail + chunk.toString("latin1")).slice(-20_000);
      messageId = /^Message-ID:\s*(<[^>]+>)/im.exec(tail)?.[1] ?? messageId;
      upstream.write(chunk);
    });
    upstream.on("data", (chunk: Buffer) => {
      if (messageId && /^250 2\.0\.0 /m.test(chunk.toString("latin1"))) {
        const entry = { messageId, port: client.remotePort ?? 0 };
        accepted.push(entry);
        messageId = "";
        tail = "";
        if (options.onAccepted?.(entry) === "withhold") return;
      }
      client.write(chunk);
    });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("close", end).on("error", end);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    accepted,
    port: (server.address() as AddressInfo).port,
    close: () => server.close(),
  };
}
