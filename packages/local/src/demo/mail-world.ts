import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { now } from "@thaw/core/clock";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { DemoStore, KeptBox } from "./demo-store.ts";
import { type Folder, type ImapBox, startImapBox } from "./imap-box.ts";

export type Login = { user: string; password: string };

export type MailWorld = {
  readonly smtpPort: number;
  /** All mail to people of the demo world is read here. */
  readonly people: Login & { imapPort: number };
  /** Opens a mailbox for good, with a password of its own. */
  addBox: (address: string) => Promise<KeptBox>;
  hasBox: (address: string) => boolean;
  stop: () => Promise<void>;
};

type Options = {
  store: DemoStore;
  /** Where SMTP listens; 0 is a free one. It stays the same from then on, as do the mailboxes' ports. */
  smtpPort: number;
  /** What the server of this recipient answers where it takes no mail: "5.1.1 No such user". */
  refuse: (address: string) => string | undefined;
};

const HOST = "127.0.0.1";
const MAX_BYTES = 10 * 1024 * 1024;
const PEOPLE = "people@demo.example";

const newPassword = () => randomBytes(18).toString("base64url");

/**
 * Starts mail servers on loopback as one provider has them: SMTP for all, IMAP for each mailbox. Anyone who signs in may send
 * to anyone, and what they send is kept in their Sent folder. Mail leaves this process in no way: what is for no mailbox
 * goes to the one of the demo's people.
 */
export async function startMailWorld({ store, smtpPort, refuse }: Options): Promise<MailWorld> {
  const boxes = new Map<string, ImapBox>();
  const passwords = new Map<string, string>();
  const people = { user: PEOPLE, password: newPassword() };
  passwords.set(PEOPLE, people.password);
  const peopleBox = await startImapBox({ address: PEOPLE, password: people.password, port: 0 });

  const open = async (box: KeptBox) => {
    const imap = await startImapBox(box);
    for (const { folder, at, raw } of store.mails(box.address)) {
      imap.append(folder as Folder, raw, at);
    }
    boxes.set(box.address, imap);
    passwords.set(box.address, box.password);
    return imap.port;
  };
  for (const box of store.boxes()) await open(box);

  const keep = (address: string, folder: Folder, raw: Buffer) => {
    const at = now();
    store.addMail(address, { folder, at, raw });
    boxes.get(address)?.append(folder, raw, at);
  };
  const deliver = (raw: Buffer, session: SMTPServerSession) => {
    const sender = String(session.user).toLowerCase();
    if (boxes.has(sender)) keep(sender, "Sent", raw);
    for (const { address } of session.envelope.rcptTo) {
      const to = address.toLowerCase();
      if (boxes.has(to)) keep(to, "INBOX", raw);
      else peopleBox.append("INBOX", Buffer.concat([deliveredTo(to), raw]), now());
    }
  };
  const smtp = await startSmtp(store.fact<number>("smtpPort") ?? smtpPort, {
    passwords,
    deliver,
    refuse: (address) => (boxes.has(address) ? undefined : refuse(address)),
  });
  const port = (smtp.server.address() as AddressInfo).port;
  store.setFact("smtpPort", port);

  return {
    smtpPort: port,
    people: { ...people, imapPort: peopleBox.port },
    hasBox: (address) => boxes.has(address),
    async addBox(address) {
      // Beside SMTP's own, where nothing else takes it while the demo is not running.
      const wanted = smtpPort === 0 ? 0 : port + 1 + boxes.size;
      const box = { address, password: newPassword(), port: wanted };
      const kept = { ...box, port: await open(box) };
      store.addBox(kept);
      return kept;
    },
    async stop() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      for (const box of [peopleBox, ...boxes.values()]) await box.stop();
    },
  };
}

/** Whom the copy is for: one mail may have several recipients. */
const deliveredTo = (address: string) => Buffer.from(`Delivered-To: ${address}\r\n`);

type Rules = {
  passwords: ReadonlyMap<string, string>;
  refuse: Options["refuse"];
  deliver: (raw: Buffer, session: SMTPServerSession) => void;
};

async function startSmtp(port: number, { passwords, refuse, deliver }: Rules): Promise<SMTPServer> {
  const server = new SMTPServer({
    banner: "Demo world",
    size: MAX_BYTES,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username = "", password }, _session, done) {
      const user = username.toLowerCase();
      if (password !== undefined && passwords.get(user) === password) return done(null, { user });
      return done(refusal("535", "5.7.8 Wrong address or password"));
    },
    onRcptTo({ address }, _session, done) {
      const text = refuse(address.toLowerCase());
      return text === undefined ? done() : done(refusal("550", text));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        deliver(Buffer.concat(chunks), session);
        done();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  // From now on an error belongs to one connection: a client that hung up.
  server.on("error", () => undefined);
  return server;
}

function refusal(code: string, text: string): Error {
  return Object.assign(new Error(text), { responseCode: Number(code) });
}
