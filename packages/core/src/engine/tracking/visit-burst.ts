import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { isConditionFailure } from "@thaw/data/condition";
import { spanOf } from "../../clock.ts";
import { signingKey } from "../../kernel/signing-key/signing-key.ts";
import { VisitBurstEntity } from "./visit-burst.entity.ts";

/** D11: nobody opens more different mails in ten seconds. */
const MOST_MAILS = 20;
const SPAN_MS = 10_000;
/** A window that is full says enough: no item grows without bound. */
const MOST_VISITS = 100;

export type Visitor = { userAgent: string; ip: string };
/** `at`: epoch milliseconds. */
export type Visit = { at: number; accountId: number; sendId: string; kind: "open" | "click" };
/** `mails`: how many different ones its program was at within ten seconds; `visits`: to which, as far as they are known. */
type Recent = { isBurst: boolean; mails: number; visits: readonly Visit[] };

/**
 * Notes a visit, and tells whether its program has been at more than 20 different mails within the last ten seconds, as scanners
 * do that go by the name of a browser. Programs are distinguished by name and network, since a mail program's name alone is shared
 * by thousands of people.
 */
export async function noteVisit(visitor: Visitor, visit: Visit): Promise<Recent> {
  const key = keyOf(visitor, visit.at);
  const [visits, { data: before }] = await Promise.all([
    addVisit(key, visit),
    VisitBurstEntity.get({ ...key, window: key.window - 1 }).go({ consistent: true }),
  ]);
  if (!visits) return { isBurst: true, mails: MOST_VISITS, visits: [] };
  return recentOf([...visits, ...(before?.visits ?? [])], visit.at);
}

/** Whether by now its program has been at too many mails within any ten seconds that this visit is part of. */
export async function isInBurst(visitor: Visitor, { at }: Visit): Promise<boolean> {
  const key = keyOf(visitor, at);
  const windows = [-1, 0, 1].map((offset) => ({ ...key, window: key.window + offset }));
  const { data } = await VisitBurstEntity.get(windows).go({ consistent: true });
  if (data.some(({ count = 0 }) => count >= MOST_VISITS)) return true;
  const visits = data.flatMap((window) => [...(window.visits ?? [])]);
  const ends = visits.map((visit) => read(visit).at);
  return ends.some(
    (end) => end >= at && end - at < spanOf(SPAN_MS) && recentOf(visits, end).isBurst,
  );
}

/** Of these visits, those of the ten seconds that end at this instant. */
function recentOf(visits: readonly string[], end: number): Recent {
  const recent = visits.map(read).filter(({ at }) => at <= end && end - at < spanOf(SPAN_MS));
  const mails = new Set(recent.map(({ sendId }) => sendId)).size;
  return { isBurst: mails > MOST_MAILS, mails, visits: recent };
}

const write = ({ at, sendId, accountId, kind }: Visit) => `${at}|${sendId}|${accountId}|${kind}`;

function read(text: string): Visit {
  const [at, sendId = "", accountId, kind] = text.split("|");
  return {
    at: Number(at),
    sendId,
    accountId: Number(accountId),
    kind: kind === "click" ? "click" : "open",
  };
}

/** The visits of this window; undefined when it is full. */
async function addVisit(
  key: { visitor: string; window: number },
  visit: Visit,
): Promise<readonly string[] | undefined> {
  try {
    const { data } = await VisitBurstEntity.update(key)
      .add({ visits: [write(visit)], count: 1 })
      .set({ ttl: Math.ceil((visit.at + 6 * spanOf(SPAN_MS)) / 1000) })
      .where((row, is) => `${is.notExists(row.count)} OR ${is.lt(row.count, MOST_VISITS)}`)
      .go({ response: "all_new", originalErr: true });
    return data.visits ?? [];
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return undefined;
  }
}

const keyOf = ({ userAgent, ip }: Visitor, at: number) => ({
  visitor: createHmac("sha256", signingKey("link").secret)
    .update(`visitor|${networkOf(ip)}|${userAgent}`)
    .digest("base64url")
    .slice(0, 22),
  window: Math.floor(at / spanOf(SPAN_MS)),
});

/** A scanner comes from many machines of one network: /24 of IPv4, about /48 of IPv6. */
function networkOf(ip: string): string {
  return isIPv6(ip) ? ip.split(":").slice(0, 3).join(":") : ip.split(".").slice(0, 3).join(".");
}
