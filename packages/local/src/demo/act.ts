import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@thaw/core/duration";
import { seededFraction } from "@thaw/core/random";
import { type Character, characterOf } from "./people.ts";

/** What someone saw of a mail: all that they need to do something about it. */
export type Letter = {
  /** Whose mail it is. */
  to: string;
  from: string;
  fromName: string;
  subject: string;
  messageId: string;
  references: string[];
  /** When it was written, as its own header says. */
  date: string;
  text: string;
  /** The invisible image, the first link, and where to leave the list. */
  pixel?: string;
  link?: string;
  unsubscribe?: string;
};

export const REPLIES = ["interested", "question", "not-now", "wrong-person"] as const;
export type ReplyKind = (typeof REPLIES)[number];

export type Act = { letter: Letter } & (
  | { kind: "open" | "click"; by: "person" | "scanner" }
  | { kind: "reply"; reply: ReplyKind }
  | { kind: "away" | "bounce" | "leave" }
);

/** What follows from a mail, each act at its instant (epoch milliseconds). The same for the same mail every time. */
export function actsFor(letter: Letter, at: number): { at: number; act: Act }[] {
  const isFollowUp = letter.references.length > 0;
  const chance = (what: string) => seededFraction(letter.to, letter.messageId, what);
  const between = (what: string, low: number, high: number) => low + chance(what) * (high - low);
  // Someone who is quick to open is quick to answer too.
  const opensAt =
    at + between("open", 4 * MINUTE_MS, isQuick(letter.to) ? 12 * MINUTE_MS : 2 * HOUR_MS);
  const clicksAt = opensAt + between("click", 20 * SECOND_MS, 2 * MINUTE_MS);
  const repliesAt =
    clicksAt + between("reply", 3 * MINUTE_MS, isQuick(letter.to) ? 12 * MINUTE_MS : 2 * HOUR_MS);
  const soon = (most: number) => at + between("soon", 0.1, 1) * most;

  const open = { at: opensAt, act: { kind: "open", by: "person", letter } as const };
  const click = { at: clicksAt, act: { kind: "click", by: "person", letter } as const };
  const reply = (kind: ReplyKind) => [
    open,
    { at: repliesAt, act: { kind: "reply", reply: kind, letter } as const },
  ];
  const then: Record<Character, () => { at: number; act: Act }[]> = {
    keen: () => [...reply("interested"), click],
    asks: () => reply("question"),
    "not-now": () => reply("not-now"),
    "wrong-person": () => reply("wrong-person"),
    late: () => (isFollowUp ? reply("interested") : [open]),
    opens: () => [open],
    clicks: () => [open, click],
    silent: () => [],
    scanned: () => [
      { at: soon(SECOND_MS), act: { kind: "open", by: "scanner", letter } },
      { at: soon(2 * SECOND_MS), act: { kind: "click", by: "scanner", letter } },
      ...(chance("later") < 0.5 ? [open] : []),
    ],
    away: () =>
      isFollowUp ? [open] : [{ at: soon(MINUTE_MS), act: { kind: "away", letter } as const }],
    leaves: () => [open, { at: repliesAt, act: { kind: "leave", letter } }],
    gone: () => [],
    closed: () => [{ at: soon(3 * MINUTE_MS), act: { kind: "bounce", letter } }],
  };
  return then[characterOf(letter.to)]();
}

/** Half of the people have their mail open all day. */
const isQuick = (email: string) =>
  characterOf(email) === "keen" || seededFraction("quick", email) < 0.5;
