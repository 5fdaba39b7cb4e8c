import { createRequire } from "node:module";
import type { AddressInfo, Server, Socket } from "node:net";

/** The parts of hoodiecrow-imap, which brings no types, that are used here. */
type Hoodiecrow = {
  server: Server;
  users: Record<string, unknown>;
  listen: (port: number, host: string, listening: () => void) => void;
  fetchHandlers: Record<string, ReadBody>;
  appendMessage: (folder: string, flags: string[], at: string, raw: string) => void;
};
/** What is asked of each message: `partial` is where the wanted part begins and how long it is. */
type Query = { partial?: number[] };
type ReadBody = (connection: unknown, message: unknown, query: Query) => unknown;
type CreateServer = (options: object) => Hoodiecrow;

export type Folder = "INBOX" | "Sent";
export type ImapBox = {
  readonly port: number;
  /** Puts a mail in. @param at when it arrived, epoch milliseconds */
  append: (folder: Folder, raw: Buffer, at: number) => void;
  stop: () => Promise<void>;
};

const HOST = "127.0.0.1";
const PLUGINS = ["ID", "SASL-IR", "AUTH-PLAIN", "NAMESPACE", "ENABLE", "CONDSTORE", "LITERALPLUS"];
const MORE_PLUGINS = ["UNSELECT", "SPECIAL-USE", "UIDPLUS"];

/** Starts an IMAP server with one mailbox on loopback. The library's storage is one for all its users, so each has its own. */
export async function startImapBox(options: {
  address: string;
  password: string;
  /** 0 is a free one. */
  port: number;
}): Promise<ImapBox> {
  const create = createRequire(import.meta.url)("hoodiecrow-imap") as CreateServer;
  const special = (use: string) => ({ "special-use": `\\${use}` });
  const folders = { Sent: special("Sent"), Junk: special("Junk"), Trash: special("Trash") };
  const imap = create({
    plugins: [...PLUGINS, ...MORE_PLUGINS, readEveryBody],
    users: { [options.address]: { password: options.password } },
    storage: { INBOX: { messages: [] }, "": { separator: "/", folders } },
  });
  const sockets = new Set<Socket>();
  imap.server.on("connection", (socket: Socket) => {
    // The library answers in several writes: the second would wait 40 ms for the first to be acknowledged.
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    imap.server.once("error", reject);
    imap.listen(options.port, HOST, resolve);
  });
  return {
    port: (imap.server.address() as AddressInfo).port,
    append(folder, raw, at) {
      const flags = folder === "Sent" ? ["\\Seen"] : [];
      // The library keeps a mail as text of one character a byte.
      imap.appendMessage(folder, flags, internalDate(at), raw.toString("latin1"));
    },
    stop: () =>
      new Promise((resolve) => {
        imap.server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The library forgets how much is wanted after the first message that is shorter, and gives nothing of the others. */
function readEveryBody(imap: Hoodiecrow): void {
  const { BODY } = createRequire(import.meta.url)(
    "hoodiecrow-imap/lib/commands/handlers/fetch",
  ) as { BODY: ReadBody };
  const wanted = new WeakMap<Query, number[]>();
  const read: ReadBody = (connection, message, query) => {
    const partial = wanted.get(query) ?? query.partial;
    if (partial) {
      wanted.set(query, [...partial]);
      query.partial = [...partial];
    }
    return BODY(connection, message, query);
  };
  imap.fetchHandlers.BODY = read;
  imap.fetchHandlers["BODY.PEEK"] = read;
}

/** RFC 9051 9: date-time, "20-Nov-2026 09:00:00 +0000". */
function internalDate(at: number): string {
  const [, day, month, year, time] = new Date(at).toUTCString().split(" ");
  return `${day}-${month}-${year} ${time} +0000`;
}
