import { setTimeout as sleep } from "node:timers/promises";
import { now } from "@thaw/core/clock";
import { seededFraction } from "@thaw/core/random";
import type { MailServer } from "@thaw/mail/host/mail-server";
import { closeImap, connectImap, type ImapConnection } from "@thaw/mail/imap/connect-imap";
import { type FolderCursor, pollFolder } from "@thaw/mail/imap/poll-folder";
import { closeSmtp, connectSmtp, type SmtpConnection } from "@thaw/mail/smtp/connect-smtp";
import { sendSmtp } from "@thaw/mail/smtp/send-smtp";
import { type Act, actsFor, type Letter } from "./act.ts";
import type { DemoStore } from "./demo-store.ts";
import type { MailWorld } from "./mail-world.ts";
import { readLetter } from "./read-letter.ts";
import { writeAway, writeBounce, writeReply } from "./write-mail.ts";

const LOOK_EVERY_MS = 400;
/** At once: more would only wait for one another. */
const MOST_ACTS = 12;
const MAILS: readonly Act["kind"][] = ["reply", "away", "bounce"];
const REQUEST_TIMEOUT_MS = 10_000;

const BROWSERS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
];
const SCANNER = "Mozilla/5.0 (compatible; Barracuda Sentinel)";

type World = {
  store: DemoStore;
  mail: MailWorld /** Where the product is reached on this machine. */;
  url: string;
};

/**
 * Lets the demo's people live: they read their mail over IMAP, load its image and follow its links as browsers do, and
 * answer over SMTP. What they are going to do is kept, so that a restart forgets nothing. Returns the function that ends it.
 */
export function startProspects(world: World): () => Promise<void> {
  const stopping = new AbortController();
  const living = live(world, stopping.signal);
  return async () => {
    stopping.abort();
    await living;
  };
}

async function live(world: World, signal: AbortSignal): Promise<void> {
  const reader = createReader(world);
  while (!signal.aborted) {
    try {
      await reader.read();
      await actAll(world, signal);
    } catch (error) {
      console.error("The demo's people had trouble with their mail", error);
      await reader.close();
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  await reader.close();
}

function serverOf({ mail }: World, port: number): MailServer {
  const { user, password } = mail.people;
  return {
    host: "127.0.0.1",
    port,
    security: "None",
    login: { user, password },
    onlyLoopback: true,
    allowPrivate: true,
  };
}

/** The one open session with the people's mailbox. */
function createReader(world: World) {
  let connection: ImapConnection | undefined;
  let cursor: FolderCursor | undefined;
  return {
    async read(): Promise<void> {
      connection ??= await connectImap(serverOf(world, world.mail.people.imapPort));
      const poll = await pollFolder(connection, "INBOX", { cursor, since: new Date(0) });
      for await (const { source, internalDate } of poll.messages) {
        const letter = await readLetter(source);
        if (letter) world.store.addActs(actsFor(letter, internalDate.getTime()));
      }
      cursor = poll.cursor;
    },
    async close(): Promise<void> {
      if (connection) await closeImap(connection);
      connection = undefined;
    },
  };
}

/** Does what is due: visits side by side, mails one after another through one session. */
async function actAll(world: World, signal: AbortSignal): Promise<void> {
  const due = world.store.dueActs(now(), MOST_ACTS) as { id: number; act: Act }[];
  if (due.length === 0) return;
  const post = createPost(world);
  const isMail = ({ act }: { act: Act }) => MAILS.includes(act.kind);
  const mailAll = async () => {
    for (const one of due.filter(isMail)) if (!signal.aborted) await act(one, world, post);
  };
  const visits = due.filter((one) => !isMail(one)).map((one) => act(one, world, post));
  await Promise.all([...visits, mailAll()]);
  await post.close();
}

/** What fails is not tried again: people do not either. */
async function act({ id, act }: { id: number; act: Act }, world: World, post: Post): Promise<void> {
  try {
    await carryOut(act, world, post);
  } catch (error) {
    console.error("Somebody of the demo world could not do what they wanted", error);
  }
  world.store.dropAct(id);
}

async function carryOut(act: Act, world: World, post: Post): Promise<void> {
  const { letter } = act;
  switch (act.kind) {
    case "open":
      await visit(world, letter.pixel, agentOf(act, letter));
      break;
    case "click":
      await visit(world, letter.link, agentOf(act, letter));
      break;
    case "leave":
      await leave(world, letter);
      break;
    case "reply":
      await post.send(letter, await writeReply(letter, act.reply));
      break;
    case "away":
      await post.send(letter, await writeAway(letter));
      break;
    case "bounce":
      // RFC 5321 4.5.5: a report has no return path, so that it is never answered by another.
      await post.send({ ...letter, to: "" }, writeBounce(letter));
      break;
    default:
      act satisfies never;
  }
}

function agentOf({ by }: { by: "person" | "scanner" }, letter: Letter): string {
  if (by === "scanner") return SCANNER;
  return BROWSERS[Math.floor(seededFraction("browser", letter.to) * BROWSERS.length)] ?? "";
}

/** The mail names the product's public address; from here it is reached without leaving the machine. */
const here = ({ url }: World, address: string) => new URL(new URL(address).pathname, url);

async function visit(world: World, address: string | undefined, userAgent: string): Promise<void> {
  if (!address) return;
  const response = await fetch(here(world, address), {
    headers: { "user-agent": userAgent },
    // Where a link leads is a made-up place.
    redirect: "manual",
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  await response.arrayBuffer();
}

/** RFC 8058: one click in the mail program. */
async function leave(world: World, { unsubscribe }: Letter): Promise<void> {
  if (!unsubscribe) return;
  const response = await fetch(here(world, unsubscribe), {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  await response.arrayBuffer();
}

type Post = {
  send: (letter: Pick<Letter, "from" | "to">, raw: Buffer) => Promise<void>;
  close: () => Promise<void>;
};

function createPost(world: World): Post {
  let opened: SmtpConnection | undefined;
  return {
    async send({ from, to }, raw) {
      opened ??= await connectSmtp(serverOf(world, world.mail.smtpPort));
      const outcome = await sendSmtp(opened, { from: to, to: [from], raw });
      if (outcome.kind !== "sent") throw new Error(`An answer to ${from} was refused`);
    },
    async close() {
      if (opened) await closeSmtp(opened);
    },
  };
}
