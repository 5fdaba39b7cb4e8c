import { type AddressInfo, createServer, type Socket } from "node:net";
import * as v from "valibot";
import { afterEach, expect, test } from "vitest";
import { testActor } from "../../../../../tests/support/actor.ts";
import { raceWrites } from "../../../../../tests/support/race.ts";
import { told } from "../../../../../tests/support/told.ts";
import { ConnectMailbox } from "./mailbox.schema.ts";
import { listMailboxes } from "./mailbox.ts";
import { connectMailbox, storeMailbox } from "./mailbox-connect.ts";
import { imapServer, smtpServer } from "./mailbox-login.ts";
import { requireMailbox } from "./mailbox-record.ts";

const PASSWORD = "tr0ub4dor&3";

const account = (servers: object = {}) => ({
  email: "sam@sender.example",
  from_name: "Sam",
  smtp_host: "8.8.8.8",
  smtp_port: 465,
  smtp_security: "SSL" as const,
  imap_host: "8.8.8.8",
  imap_port: 993,
  imap_security: "SSL" as const,
  password: PASSWORD,
  ...servers,
});

afterEach(() => {
  delete process.env.ALLOW_PRIVATE_MAIL_HOSTS;
});

/** A server on loopback that takes connections and says nothing. */
async function silentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

test.each(["169.254.169.254", "::1", "127.1", "0x7f000001", "::ffff:10.0.0.1", "localhost"])(
  "a mailbox at %s is refused on both sides and not stored",
  async (host) => {
    const actor = testActor();
    const sides = { smtp_host: host, imap_host: host, smtp_port: 587, imap_port: 993 };
    await expect(connectMailbox(actor, account(sides))).rejects.toMatchObject({
      code: "invalid",
      fields: {
        smtp_host: [told(expect.stringMatching(/^SMTP: .*public internet/))],
        imap_host: [told(expect.stringMatching(/^IMAP: .*public internet/))],
      },
    });
    expect((await listMailboxes(actor, {})).items).toEqual([]);
  },
);

test("a port that is no mail port is refused at the port field", async () => {
  const sides = { smtp_host: "8.8.8.8", smtp_port: 22, imap_host: "8.8.8.8", imap_port: 80 };
  await expect(connectMailbox(testActor(), account(sides))).rejects.toMatchObject({
    fields: {
      smtp_port: [told(expect.stringMatching(/^SMTP: Port 22 is not a mail port/))],
      imap_port: [told(expect.stringMatching(/^IMAP: Port 80 is not a mail port/))],
    },
  });
});

test("a host that takes the connection and says nothing is given up within 15 seconds [MBX-11]", async () => {
  process.env.ALLOW_PRIVATE_MAIL_HOSTS = "true";
  await using server = await silentServer();
  const host = { smtp_host: "127.0.0.1", imap_host: "127.0.0.1" };
  const ports = { smtp_port: server.port, imap_port: server.port };
  for (const security of ["SSL", "None"] as const) {
    const startedAt = performance.now();
    const attempt = connectMailbox(
      testActor(),
      account({ ...host, ...ports, smtp_security: security, imap_security: security }),
    );
    await expect(attempt).rejects.toMatchObject({
      fields: {
        smtp_host: [told(expect.stringMatching(/^SMTP: .*did not answer in time/))],
        imap_host: [told(expect.stringMatching(/^IMAP: .*did not answer in time/))],
      },
    });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  }
});

test("ten people who connect one address at once get one mailbox, and the others get an error with the reason", async () => {
  const actor = testActor();
  const spellings = Array.from({ length: 10 }, (_, index) =>
    index % 2 ? "sam@sender.example" : "Sam@Sender.example",
  );
  using _race = raceWrites(10, /^TransactWrite/);
  const results = await Promise.allSettled(
    spellings.map((email) => storeMailbox(actor, v.parse(ConnectMailbox, account({ email })))),
  );
  const refused = results.flatMap((result) => (result.status === "rejected" ? result.reason : []));
  expect(refused).toHaveLength(9);
  for (const error of refused) {
    expect(error).toMatchObject({
      code: "conflict",
      status: 409,
      fields: { email: [told("This mailbox is connected already")] },
    });
  }
  expect((await listMailboxes(actor, {})).items).toHaveLength(1);
});

test("sending decrypts only the SMTP password, reading only the IMAP one: each takes a key", async () => {
  const actor = testActor();
  const { mailboxId } = await storeMailbox(actor, v.parse(ConnectMailbox, account()));
  const mailbox = await requireMailbox(actor.accountId, mailboxId);
  const login = { user: "sam@sender.example", password: PASSWORD };
  const spoilt = (side: "smtp" | "imap") => ({
    ...mailbox,
    [side]: { ...mailbox[side], secret: "v1.gone.gone.gone" },
  });
  expect((await smtpServer(spoilt("imap"))).login).toEqual(login);
  expect((await imapServer(spoilt("smtp"))).login).toEqual(login);
  await expect(smtpServer(spoilt("smtp"))).rejects.toThrow("no master key gone");
  await expect(imapServer(spoilt("imap"))).rejects.toThrow("no master key gone");
});

test("two accounts may connect the same address", async () => {
  const input = v.parse(ConnectMailbox, account());
  await storeMailbox(testActor(), input);
  await expect(storeMailbox(testActor(), input)).resolves.toMatchObject({ email: input.email });
});
