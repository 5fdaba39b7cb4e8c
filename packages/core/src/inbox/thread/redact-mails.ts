import { deleteObject } from "@thaw/data/bucket";
import { concurrently } from "@thaw/data/concurrently";
import { pageOptions } from "@thaw/data/page-options";
import { commitIfExpected, type PendingWrite } from "@thaw/data/transact";
import { findBody, type MailBody, MOST_PART, MOST_TEXT, putBody } from "./mail-body.ts";
import { REDACTED, type Redaction } from "./redact-words.ts";
import { ThreadEntity } from "./thread.entity.ts";
import { ThreadMessageEntity } from "./thread-message.entity.ts";
import { changeThread, type ThreadMessageRecord, type ThreadRecord } from "./thread-store.ts";

const PAGE = 200;
/** Bodies are held meanwhile. */
const WIDTH = 8;
/** As `poll` cuts them. */
const MOST_TO = 1_000;
const MOST_SUBJECT = 255;

type Run = {
  accountId: number;
  erasureId: number;
  redaction: Redaction;
  /** What counts, in the same transaction, each mail that is changed. */
  tally: () => PendingWrite;
};
type Key = { accountId: number; threadId: number };
type Top = Key & Pick<ThreadRecord, "subject" | "snippet" | "name" | "lastAt">;

/**
 * Removes a person's addresses from a page of the account's conversations with others: from the headers and texts of each
 * email, and from its body in the bucket. What the person wrote there is emptied. Safe to run twice.
 *
 * @param after the conversation that the page before ended with; 0 at the beginning
 * @returns the conversation to go on after; undefined when there are no more
 */
export async function redactMails(run: Run, after: number): Promise<number | undefined> {
  const { data: threads } = await ThreadEntity.query
    .byAccount({ accountId: run.accountId })
    .gt({ threadId: after })
    .go({
      ...pageOptions(PAGE),
      attributes: ["accountId", "threadId", "subject", "snippet", "name", "lastAt"],
    });
  await concurrently(threads, WIDTH, (thread) => redactThread(thread, run));
  return threads.length < PAGE ? undefined : threads.at(-1)?.threadId;
}

async function redactThread(thread: Top, run: Run): Promise<void> {
  const { accountId, threadId } = thread;
  const { data: mails } = await ThreadMessageEntity.query
    .byThread({ accountId, threadId })
    .go({ pages: "all", consistent: true });
  // First, while the mails still tell who wrote the newest.
  await redactTop(thread, mails, run.redaction);
  for (const mail of mails) await redactMail(mail, run);
}

async function redactTop(
  top: Top,
  mails: readonly ThreadMessageRecord[],
  { redactText: words, isTheirs }: Redaction,
): Promise<void> {
  const isNewestTheirs = mails.some(({ at, from }) => at === top.lastAt && isTheirs(from));
  const redact = (thread: Top) => ({
    subject: words(thread.subject, MOST_SUBJECT),
    name: words(thread.name, MOST_SUBJECT),
    snippet:
      isNewestTheirs && thread.lastAt === top.lastAt ? REDACTED : words(thread.snippet, MOST_TEXT),
  });
  const isSame = (thread: Top) => {
    const { subject, name, snippet: line } = redact(thread);
    return subject === thread.subject && name === thread.name && line === thread.snippet;
  };
  if (isSame(top)) return;
  await changeThread(top, (thread) => (isSame(thread) ? undefined : redact(thread)));
}

/** Once a mail was counted its body may still have to be written: an erasure that was cut off finds it again. */
async function redactMail(mail: ThreadMessageRecord, run: Run): Promise<void> {
  const { accountId, threadId, at, messageKey } = mail;
  const { redaction, erasureId, tally } = run;
  const isTheirs = redaction.isTheirs(mail.from);
  const body = isTheirs ? undefined : await redactedBody(mail, redaction);
  const lines = isTheirs ? EMPTIED : redactedLines(mail, redaction);
  if (!lines && !body) return;
  const key = { accountId, threadId, at, messageKey };
  if (isTheirs && mail.bodyKey) await deleteObject(mail.bodyKey);
  const set = ThreadMessageEntity.patch(key).set({ ...lines, erasureId });
  const change = isTheirs ? set.remove(["bodyKey", "hasWhole", "isShortened", "attachments"]) : set;
  await commitIfExpected([
    change.where(
      (row, op) => `${op.notExists(row.erasureId)} OR ${op.ne(row.erasureId, erasureId)}`,
    ),
    tally(),
  ]);
  if (!body) return;
  await putBody(body.key, body.parts);
  const { data: still } = await ThreadMessageEntity.get(key).go({ consistent: true });
  // Another erasure took the whole conversation meanwhile.
  if (!still) await deleteObject(body.key);
}

const EMPTIED = { from: REDACTED, to: REDACTED, subject: REDACTED, text: REDACTED };

/** Undefined where there is nothing to remove. */
function redactedLines(mail: ThreadMessageRecord, { redactText: words }: Redaction) {
  const { to, subject, text, failure } = mail;
  const lines = {
    to: words(to, MOST_TO),
    subject: words(subject, MOST_SUBJECT),
    text: words(text, MOST_TEXT),
    ...(failure ? { failure: words(failure, MOST_TO) } : {}),
  };
  const isSame = Object.entries(lines).every(
    ([name, line]) => mail[name as keyof typeof lines] === line,
  );
  return isSame ? undefined : lines;
}

/** A body is read only where it holds more than the text in the record. */
async function redactedBody(
  { bodyKey: key, hasWhole, text }: ThreadMessageRecord,
  { redactText: words }: Redaction,
): Promise<{ key: string; parts: MailBody } | undefined> {
  if (!key || (!hasWhole && words(text, MOST_TEXT) === text)) return undefined;
  const body = await findBody(key);
  if (!body) return undefined;
  const parts = {
    text: words(body.text, MOST_PART),
    html: body.html && words(body.html, MOST_PART),
  };
  return parts.text === body.text && parts.html === body.html ? undefined : { key, parts };
}
