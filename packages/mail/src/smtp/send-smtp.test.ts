import { once } from "node:events";
import { createServer } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { closeSmtp, connectSmtp, isSmtpOpen, type SmtpServer } from "./connect-smtp.ts";
import { sendAlone } from "./send-alone.ts";
import { type OutgoingMail, sendSmtp } from "./send-smtp.ts";
import type { SmtpError } from "./smtp-error.ts";
import { verifySmtp } from "./verify-smtp.ts";

const PASSWORD = "correct horse";
const TOKEN = "ya29.token";
type Connections = Iterable<{ _socket: { destroy: () => void } }>;

/** A real SMTP server on a free port; what it does with a message is up to the test. */
async function serve(options: SMTPServerOptions = {}) {
  const messages: string[] = [];
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authMethods: ["PLAIN", "LOGIN", "XOAUTH2"],
    onAuth: ({ password, accessToken }, _session, done) => {
      if (password === PASSWORD || accessToken === TOKEN) return done(null, { user: "ann" });
      done(Object.assign(new Error("5.7.8 That is not the password"), { responseCode: 535 }));
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        messages.push(Buffer.concat(chunks).toString());
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = listening.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const hangUp = () => {
    for (const { _socket } of server.connections as Connections) _socket.destroy();
  };
  return { messages, hangUp, settings: settingsFor(port), server };
}

function settingsFor(port: number): SmtpServer {
  return {
    host: "mail.example.com",
    port,
    security: "None",
    login: { user: "ann@example.com", password: PASSWORD },
    allowPrivate: true,
    lookup: async () => ["127.0.0.1"],
  };
}

function mail(change: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    from: "ann@example.com",
    to: ["bob@example.net"],
    raw: Buffer.from("Subject: Hi\r\n\r\nHello\r\n.leading dot\r\n"),
    ...change,
  };
}

async function refusal(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason: SmtpError) => reason,
  );
  return error?.failure;
}

function reply(line: string): Error {
  const [, code, text] = /^(\d+) (.*)$/.exec(line) ?? [];
  return Object.assign(new Error(text), { responseCode: Number(code) });
}

test("one connection delivers several messages unchanged", async () => {
  const { settings, messages, server } = await serve();
  let logins = 0;
  server.on("connect", () => logins++);
  const connection = await connectSmtp(settings);
  for (const subject of ["one", "two", "three"]) {
    const raw = Buffer.from(`Subject: ${subject}\r\n\r\n.dot\r\n`);
    const outcome = await sendSmtp(connection, mail({ raw }));
    expect(outcome).toMatchObject({ kind: "sent", accepted: ["bob@example.net"], rejected: [] });
  }
  expect(server.connections.size).toBe(1);
  await closeSmtp(connection);
  expect(isSmtpOpen(connection)).toBe(false);
  expect(messages).toEqual(["one", "two", "three"].map((s) => `Subject: ${s}\r\n\r\n.dot\r\n`));
});

test("a connection serves many messages without piling up listeners", async () => {
  const { settings } = await serve();
  const connection = await connectSmtp(settings);
  const before =
    connection.session.listenerCount("error") + connection.session.listenerCount("end");
  for (let index = 0; index < 15; index++) await sendSmtp(connection, mail());
  const after = connection.session.listenerCount("error") + connection.session.listenerCount("end");
  expect(after).toBe(before);
  await closeSmtp(connection);
});

test("a refused recipient leaves the connection ready for the next message", async () => {
  const { settings } = await serve({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("hard-") ? reply("550 5.1.1 User unknown") : null),
  });
  const connection = await connectSmtp(settings);
  expect(await sendSmtp(connection, mail({ to: ["hard-bob@example.net"] }))).toEqual({
    kind: "refused",
    cause: "address",
    isPermanent: true,
    code: 550,
    statusCode: "5.1.1",
    text: "User unknown",
  });
  expect(await sendSmtp(connection, mail())).toMatchObject({ kind: "sent" });
  await closeSmtp(connection);
});

test("with several recipients the refused ones are named and the others get the message", async () => {
  const { settings } = await serve({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("full-") ? reply("552 5.2.2 Mailbox full") : null),
  });
  const connection = await connectSmtp(settings);
  const outcome = await sendSmtp(
    connection,
    mail({ to: ["bob@example.net", "full-cy@example.net"] }),
  );
  expect(outcome).toMatchObject({
    kind: "sent",
    accepted: ["bob@example.net"],
    rejected: [
      { address: "full-cy@example.net", failure: { cause: "recipient-temporary", code: 552 } },
    ],
  });
  await closeSmtp(connection);
});

test("a refusal of the whole message is the server's word, not an unknown outcome", async () => {
  const { settings } = await serve({
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on("end", () => done(reply("554 5.7.1 Looks like spam")));
    },
  });
  const connection = await connectSmtp(settings);
  expect(await sendSmtp(connection, mail())).toMatchObject({
    kind: "refused",
    cause: "message",
    code: 554,
  });
  expect(isSmtpOpen(connection)).toBe(true);
  await closeSmtp(connection);
});

test("a connection lost after the message was delivered leaves its outcome unknown", async () => {
  const lab = await serve({
    onData: (stream) => {
      stream.resume();
      stream.on("end", () => lab.hangUp());
    },
  });
  const connection = await connectSmtp(lab.settings);
  expect(await sendSmtp(connection, mail())).toEqual({
    kind: "unknown-outcome",
    text: "The connection to mail.example.com ended before it confirmed the message",
  });
  expect(isSmtpOpen(connection)).toBe(false);
});

test("a server that stays silent after the message leaves its outcome unknown", async () => {
  const { settings } = await serve({ onData: (stream) => void stream.resume() });
  const connection = await connectSmtp({ ...settings, timeouts: { silence: 1_000 } });
  expect(await sendSmtp(connection, mail())).toMatchObject({ kind: "unknown-outcome" });
});

test("a connection lost in the middle of the message has certainly not delivered it", async () => {
  const lab = await serve({ onData: (stream) => void stream.once("data", () => lab.hangUp()) });
  const connection = await connectSmtp(lab.settings);
  const raw = Buffer.alloc(20_000_000, "a line of a large message\r\n");
  expect(await sendSmtp(connection, mail({ raw }))).toMatchObject({ kind: "network" });
});

test("a connection lost before the message has certainly not delivered it", async () => {
  const lab = await serve({ onMailFrom: () => lab.hangUp() });
  const connection = await connectSmtp(lab.settings);
  expect(await sendSmtp(connection, mail())).toMatchObject({ kind: "network" });
  expect(await sendSmtp(connection, mail())).toMatchObject({ kind: "network" });
});

test("a 421 after the message is an answer: the mailbox must wait and nothing was sent", async () => {
  const { settings } = await serve({
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on("end", () => done(reply("421 4.3.2 Shutting down")));
    },
  });
  const connection = await connectSmtp(settings);
  expect(await sendSmtp(connection, mail())).toMatchObject({ kind: "mailbox-busy", code: 421 });
});

test("closing while a message is on its way ends the sending", async () => {
  const lab = await serve({
    onData: (stream) => {
      stream.resume();
      stream.on("end", () => connection.session.close());
    },
  });
  const connection = await connectSmtp(lab.settings);
  expect(await sendSmtp(connection, mail())).toMatchObject({ kind: "unknown-outcome" });
});

test("a message larger than the server takes is refused for good", async () => {
  const { settings } = await serve({ size: 1_000 });
  const connection = await connectSmtp(settings);
  const outcome = await sendSmtp(connection, mail({ raw: Buffer.alloc(2_000, "x") }));
  expect(outcome).toMatchObject({ kind: "refused", cause: "message", isPermanent: true });
  await closeSmtp(connection);
});

test("a wrong password is the mailbox's fault, in the server's own words", async () => {
  const { settings } = await serve();
  const login = { user: "ann@example.com", password: "wrong" };
  expect(await refusal(verifySmtp({ ...settings, login }))).toEqual({
    kind: "mailbox-auth",
    code: 535,
    statusCode: "5.7.8",
    text: "That is not the password",
  });
});

test("whatever code a server refuses a login with, the mailbox is at fault", async () => {
  const { settings } = await serve({
    onAuth: (_auth, _session, done) => done(reply("550 5.1.1 This user is suspended")),
  });
  expect((await refusal(verifySmtp(settings)))?.kind).toBe("mailbox-auth");
});

test("a bearer token signs in, and a dead one is refused in the server's own words", async () => {
  const { settings } = await serve();
  const user = "ann@example.com";
  await verifySmtp({ ...settings, login: { user, accessToken: TOKEN } });
  const dead = await refusal(verifySmtp({ ...settings, login: { user, accessToken: "dead" } }));
  expect(dead).toMatchObject({ kind: "mailbox-auth", text: "That is not the password" });
});

test("TLS without a server that offers it is refused before the password is sent", async () => {
  let asked = 0;
  const { settings } = await serve({ onAuth: () => asked++ });
  const failure = await refusal(verifySmtp({ ...settings, security: "TLS" }));
  expect(failure?.kind).toBe("network");
  expect(asked).toBe(0);
});

test("a certificate that nobody vouches for is refused, and the user reads why", async () => {
  const { settings } = await serve({ secure: true });
  const failure = await refusal(verifySmtp({ ...settings, security: "SSL" }));
  expect(failure?.kind).toBe("network");
  expect(failure?.text).toMatch(/^The certificate of mail\.example\.com:\d+ was not accepted/);
});

test("SSL towards a server in the clear says so", async () => {
  const { settings } = await serve();
  const failure = await refusal(verifySmtp({ ...settings, security: "SSL" }));
  expect(failure?.text).toMatch(/does not speak SSL/);
});

test("nobody listening and a server that never greets are distinguished", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const settings = { ...settingsFor(port), timeouts: { greeting: 50 } };
  expect((await refusal(verifySmtp(settings)))?.text).toMatch(/did not answer in time/);
  silent.close();
  await once(silent, "close");
  expect((await refusal(verifySmtp(settings)))?.text).toMatch(/refused the connection/);
});

test("a private host is refused without opening a connection", async () => {
  const { settings, server } = await serve();
  let connections = 0;
  server.server.on("connection", () => connections++);
  for (const host of [
    "127.0.0.1",
    "127.1",
    "0x7f000001",
    "::ffff:127.0.0.1",
    "localhost",
    "rebind.test",
  ]) {
    const lookup = async () => ["127.0.0.1"];
    const failure = await refusal(
      verifySmtp({ ...settings, host, port: 2525, allowPrivate: false, lookup }),
    );
    expect(failure?.text).toMatch(/not on the public internet/);
  }
  const otherPort = await refusal(verifySmtp({ ...settings, allowPrivate: false }));
  expect(otherPort?.text).toMatch(/not a mail port/);
  expect(connections).toBe(0);
});

test("the name is looked up once and never by the library", async () => {
  const { settings } = await serve();
  const asked: string[] = [];
  const lookup = async (name: string) => {
    asked.push(name);
    return asked.length === 1 ? ["127.0.0.1"] : ["192.0.2.1"];
  };
  await verifySmtp({ ...settings, host: "nowhere.invalid", lookup });
  expect(asked).toEqual(["nowhere.invalid"]);
});

test("a session for one message ends in its time: before the delivery nothing left, after it nobody knows", async () => {
  const never = () => undefined;
  const silent = await serve({ onMailFrom: never });
  expect(await sendAlone(silent.settings, mail(), 200)).toMatchObject({ kind: "network" });
  const mute = await serve({
    onData: (stream) => {
      stream.resume();
    },
  });
  expect(await sendAlone(mute.settings, mail(), 200)).toMatchObject({ kind: "unknown-outcome" });
  const { messages, settings } = await serve();
  expect(await sendAlone(settings, mail(), 5_000)).toMatchObject({ kind: "sent" });
  expect(messages).toHaveLength(1);
});
