import {
  countMessages,
  deadLettersOf,
  moveMessages,
  peekMessages,
} from "@thaw/data/dead-letter-queue";
import { now } from "../../clock.ts";

/** As many as one look shows, and one move takes at most: more comes with the next. */
const MOST_SHOWN = 100;
const MOST_MOVED = 10_000;

export type DeadLetter = { id: string; ageSeconds: number; kind: string; body: string };

/**
 * What a queue gave up on. No operation: dead letters are of every account, so no role of an account may see them; anyone who has
 * the installation's AWS credentials does.
 * @param queueUrl the queue that was to be worked on, not its dead letters
 */
export async function listDeadLetters(
  queueUrl: string,
): Promise<{ count: number; letters: DeadLetter[] }> {
  const dead = await deadLettersOf(queueUrl);
  const messages = await peekMessages(dead, MOST_SHOWN);
  const letters = messages
    .map(({ id, body, sentAtMs }) => ({
      id,
      ageSeconds: Math.max(0, Math.round((now() - sentAtMs) / 1000)),
      ...describe(body),
    }))
    .sort((a, b) => b.ageSeconds - a.ageSeconds);
  return { count: Math.max(await countMessages(dead), letters.length), letters };
}

/** Gives what a queue gave up on back to it, to be tried anew, and tells how many. Safe to run twice: so are all consumers. */
export async function redriveDeadLetters(queueUrl: string): Promise<number> {
  return moveMessages(await deadLettersOf(queueUrl), queueUrl, MOST_MOVED);
}

const ID = /^[\w|:.-]{1,120}$/;

/** The fields of a job with its ids; anything that is no id is not shown, whatever its source. */
function describe(body: string): { kind: string; body: string } {
  const job = readObject(body);
  if (!job) return { kind: "not a job", body: `(${body.length} characters)` };
  const shown = Object.entries(job).map(([name, value]) => {
    const isId = typeof value === "number" || (typeof value === "string" && ID.test(value));
    return [name.slice(0, 40), isId ? value : "(hidden)"] as const;
  });
  const kind = shown.map(([name]) => name).join(", ");
  return { kind, body: JSON.stringify(Object.fromEntries(shown)) };
}

function readObject(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
