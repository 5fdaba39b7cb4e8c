import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import { isConditionFailure } from "@thaw/data/condition";
import { now, spanOf } from "../clock.ts";
import { config } from "../config.ts";
import { VisitBurstEntity } from "./visit-burst.entity.ts";

/** D11: nobody opens more different mails in ten seconds. */
const MOST_MAILS = 20;
const SPAN_MS = 10_000;
/** A window that is full says enough: no item grows without bound. */
const MOST_VISITS = 100;

export type Visitor = { userAgent: string; ip: string };

/**
 * Notes a visit, and tells whether its program has been at more than 20 different mails within the last ten seconds, as scanners
 * do that go by the name of a browser. Programs are told apart by name and network, since a mail program's name alone is shared
 * by thousands of people.
 */
export async function isVisitBurst(visitor: Visitor, sendId: string): Promise<boolean> {
  const at = now();
  const span = spanOf(SPAN_MS);
  const window = Math.floor(at / span);
  const key = { visitor: nameOf(visitor), window };
  const [visits, { data: before }] = await Promise.all([
    noteVisit(key, `${at}|${sendId}`, Math.ceil((at + 6 * span) / 1000)),
    VisitBurstEntity.get({ ...key, window: window - 1 }).go(),
  ]);
  if (!visits) return true;
  const recent = [...visits, ...(before?.visits ?? [])]
    .map((visit) => visit.split("|"))
    .filter(([when]) => at - Number(when) < span);
  return new Set(recent.map(([, mail]) => mail)).size > MOST_MAILS;
}

/** The visits of this window; undefined when it is full. */
async function noteVisit(
  key: { visitor: string; window: number },
  visit: string,
  ttl: number,
): Promise<readonly string[] | undefined> {
  try {
    const { data } = await VisitBurstEntity.update(key)
      .add({ visits: [visit], count: 1 })
      .set({ ttl })
      .where((row, is) => `${is.notExists(row.count)} OR ${is.lt(row.count, MOST_VISITS)}`)
      .go({ response: "all_new", originalErr: true });
    return data.visits ?? [];
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    return undefined;
  }
}

const nameOf = ({ userAgent, ip }: Visitor) =>
  createHmac("sha256", config.secret("TOKEN_SECRET"))
    .update(`visitor|${networkOf(ip)}|${userAgent}`)
    .digest("base64url")
    .slice(0, 22);

/** A scanner comes from many machines of one network: /24 of IPv4, about /48 of IPv6. */
function networkOf(ip: string): string {
  return isIPv6(ip) ? ip.split(":").slice(0, 3).join(":") : ip.split(".").slice(0, 3).join(".");
}
