import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { classify, type Delivery } from "@thaw/mail/message/read-delivery";
import { type ReceivedMessage, readMessage } from "@thaw/mail/message/read-message";
import { stripReply } from "@thaw/mail/message/strip-reply";
import { HARD_BOUNCES } from "./hard-bounces.ts";

/** The folder of corpora that nobody of this project wrote, by CORPORA_DIR; see docs/reading.md for what is in it. */
export const CORPORA = process.env.CORPORA_DIR ?? "";

/** Why nothing can be scored, or undefined. */
export const missingCorpora = (): string | undefined =>
  ["bounces", "replies"].every((folder) => existsSync(join(CORPORA, folder)))
    ? undefined
    : "CORPORA_DIR names no folder with bounces/ and replies/";

export type Score = { right: number; of: number; misses: string[] };

const newScore = (): Score => ({ right: 0, of: 0, misses: [] });

function count(score: Score, isRight: boolean, miss: string): void {
  score.of += 1;
  if (isRight) score.right += 1;
  else score.misses.push(miss);
}

export const shareOf = ({ right, of }: Score): number => (of === 0 ? 1 : right / of);

/** Reads all reports of bounces/: what each is, whose address failed, and whether only that address is at fault. */
export async function scoreReports(): Promise<{ kind: Score; recipient: Score; hardness: Score }> {
  const scores = { kind: newScore(), recipient: newScore(), hardness: newScore() };
  for (const file of filesOf("bounces", ".eml")) {
    const raw = readFileSync(join(CORPORA, "bounces", file));
    const message = await readMessage(raw);
    const found = classify(message, Date.parse(message.date ?? "2020-01-01"));
    const expected = expectedKinds(file, raw.toString("latin1"), message);
    count(scores.kind, expected.includes(found.kind), `${file} as ${found.kind}`);
    if (expected.includes("bounce")) scoreFailure(scores, file, message, found);
  }
  return scores;
}

function scoreFailure(
  { recipient, hardness }: { recipient: Score; hardness: Score },
  file: string,
  message: ReceivedMessage,
  found: Delivery,
): void {
  const own = new Set(message.to.map(({ address }) => address));
  const named = "recipients" in found ? found.recipients : [];
  count(
    recipient,
    named.some((address) => !own.has(address)),
    file,
  );
  const isHard = found.kind === "bounce" && found.severity === "hard";
  const cause = found.kind === "bounce" ? found.cause : found.kind;
  const is = HARD_BOUNCES.has(file.replace(".eml", "")) === isHard;
  count(hardness, is, `${file} as ${isHard ? "hard" : "soft"} (${cause})`);
}

/** What the name of a file and, for late deliveries and notifications, its own text say that it is. */
function expectedKinds(file: string, raw: string, message: ReceivedMessage): Delivery["kind"][] {
  if (file.startsWith("arf-")) return ["complaint"];
  if (file.startsWith("rfc3834-")) return ["auto-reply", "out-of-office"];
  const notified = /"notificationType":"(\w+)"/.exec(raw)?.[1];
  if (notified === "Complaint") return ["complaint"];
  if (notified === "Delivery") return ["delivery-notice"];
  const isLate = /^action:\s*delayed/im.test(raw) && !/^action:\s*(?:failed|expired)/im.test(raw);
  return isLate || /\(delay\)|\bdelayed\b/i.test(message.subject)
    ? ["delivery-notice"]
    : ["bounce"];
}

/**
 * Reads what people wrote: texts of replies/ and, where there is such a folder, whole emails of people/. Counts whose words
 * are all stripped, and who passes for a program or for absent.
 */
export async function scorePeople(): Promise<{ kept: Score; human: Score }> {
  const scores = { kept: newScore(), human: newScore() };
  for (const { file, message } of await peoplesMail()) {
    const { text, html } = message;
    count(scores.kept, stripReply({ text, ...(html ? { html } : {}) }) !== "", file);
    const { kind } = classify(message, Date.parse(message.date ?? "2020-01-01"));
    count(scores.human, kind === "human", `${file} as ${kind}`);
  }
  return scores;
}

async function peoplesMail(): Promise<{ file: string; message: ReceivedMessage }[]> {
  const texts = filesOf("replies", ".txt").map((file) => {
    const text = readFileSync(join(CORPORA, "replies", file));
    const header = "From: bob@lead.example\r\nSubject: Re: Hello\r\n";
    const type = "Content-Type: text/plain; charset=utf-8\r\n\r\n";
    return { file, raw: Buffer.concat([Buffer.from(header + type), text]) };
  });
  const mails = filesOf("people", ".eml").map((file) => ({
    file,
    raw: readFileSync(join(CORPORA, "people", file)),
  }));
  return Promise.all(
    [...texts, ...mails].map(async ({ file, raw }) => ({ file, message: await readMessage(raw) })),
  );
}

function filesOf(folder: string, ending: string): string[] {
  const path = join(CORPORA, folder);
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(ending)) : [];
}
