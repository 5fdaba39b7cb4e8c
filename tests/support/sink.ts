import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

export type SunkMail = { from: string; to: string[]; raw: string; at: number };

export type SinkOptions = {
  /** Answers a recipient with a refusal: "550 5.1.1 No such user". */
  refuse?: (address: string) => string | undefined;
  /** Called with the whole mail before it is accepted: end the connection, wait, throw. */
  beforeAccept?: (mail: SunkMail, session: SMTPServerSession) => Promise<void> | void;
  password?: string;
  /** Runs before a login is answered. */
  onLogin?: () => Promise<void>;
  /** A free one when not given. */
  port?: number;
};

/** A real SMTP server on a free loopback port that keeps what it is given. */
export async function startSink(options: SinkOptions = {}) {
  const mails: SunkMail[] = [];
  const openByUser = new Map<string, number>();
  let mostOfOneUser = 0;
  const count = (user: string, change: number) => {
    const open = (openByUser.get(user) ?? 0) + change;
    openByUser.set(user, open);
    mostOfOneUser = Math.max(mostOfOneUser, open);
  };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth(auth, _session, done) {
      if (options.password !== undefined && auth.password !== options.password) {
        return done(refusal("535 5.7.8 Wrong password"));
      }
      const user = auth.username ?? "";
      count(user, 1);
      void Promise.resolve(options.onLogin?.()).then(() => done(null, { user }));
    },
    onClose({ user }) {
      if (user) count(user, -1);
    },
    onRcptTo(address, _session, done) {
      const refused = options.refuse?.(address.address);
      return refused ? done(refusal(refused)) : done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          at: Date.now(),
        };
        Promise.resolve(options.beforeAccept?.(mail, session)).then(
          () => {
            mails.push(mail);
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  // A client that dies in the middle of a mail is no fault of the sink.
  server.on("error", () => undefined);
  const sockets = new Set<Socket>();
  let mostAtOnce = 0;
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    mostAtOnce = Math.max(mostAtOnce, sockets.size);
    socket.on("close", () => sockets.delete(socket));
  });
  greetAtOnce(server);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    /** The most connections that were open together. */
    mostAtOnce: () => mostAtOnce,
    /** The most that one user had open together. */
    mostOfOneUser: () => mostOfOneUser,
    /** Breaks every connection without a word. */
    cut() {
      for (const connection of sockets) connection.destroy();
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The library looks out for clients that talk too soon for 100 ms of each connection: nobody here does. */
function greetAtOnce(server: SMTPServer): void {
  type Connection = { connectionReady: () => void };
  const { connections } = server as unknown as { connections: Set<Connection> };
  const greeted = new WeakSet<Connection>();
  const greet = () => {
    for (const connection of connections) {
      if (greeted.has(connection)) continue;
      greeted.add(connection);
      connection.connectionReady();
      connection.connectionReady = () => undefined;
    }
  };
  // The library has its connection a moment after the socket.
  server.server.on("connection", () => setImmediate(greet));
}

function refusal(reply: string): Error {
  const [code, ...words] = reply.split(" ");
  return Object.assign(new Error(words.join(" ")), { responseCode: Number(code) });
}
