import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import type { Server as HttpServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { closeServer, originOf } from "./server.ts";

export type Ses = {
  /** The service's address, and the page that shows the mail. */
  readonly endpoint: string;
  stop: () => Promise<void>;
};

type Mail = { messageId: string; at: number };
type Store = { emails: Mail[] };
type StartServer = (config: { host: string; port: number }) => Promise<HttpServer>;

/** How many mails the inbox page keeps over a restart. */
const KEPT = 500;

/**
 * Starts SES for the product's own mail, which is kept for its inbox page instead of being sent, and also handed to the
 * SMTP server that SMTP_TRANSPORT names (nodemailer's options as JSON), if it does.
 */
export async function startSes(options: { dir: string; port: number }): Promise<Ses> {
  const require = createRequire(import.meta.url);
  const { default: start } = require("aws-ses-v2-local") as { default: StartServer };
  const { getStoreReadonly } = require("aws-ses-v2-local/dist/store") as {
    getStoreReadonly: () => Store;
  };
  keep(getStoreReadonly(), options.dir);
  const server = await start({ host: "127.0.0.1", port: options.port });
  return { endpoint: originOf(server), stop: () => closeServer(server) };
}

/** The package keeps mail in memory only: each is written to a file before the sender gets its answer. */
function keep(store: Store, dir: string): void {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "ses.jsonl");
  const mails = readMails(file).slice(-KEPT);
  writeFileSync(file, mails.map(line).join(""));
  const emails = [...mails];
  Object.defineProperty(emails, "push", {
    value: (mail: Mail) => {
      append(file, line(mail));
      return Array.prototype.push.call(emails, mail);
    },
  });
  store.emails = emails;
}

/** A line or nothing: on a full disk half of one may be written, which would spoil the next. */
function append(file: string, text: string): void {
  const { size } = statSync(file);
  try {
    appendFileSync(file, text);
  } catch (error) {
    truncateSync(file, size);
    throw error;
  }
}

const line = (mail: Mail) => `${JSON.stringify(mail)}\n`;

function readMails(file: string): Mail[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text) => {
      try {
        return text ? [JSON.parse(text) as Mail] : [];
      } catch {
        // A line that a kill cut short was never answered.
        return [];
      }
    });
}
