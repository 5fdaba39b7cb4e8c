import { concurrently } from "@thaw/data/concurrently";
import { writeIfExpected } from "@thaw/data/condition";
import { toIso } from "../../clock.ts";
import { HOUR_MS } from "../../duration.ts";
import type { EpochMs } from "../../instant.schema.ts";
import { domainRateLimitKey } from "../planner/domain-room.ts";
import { DomainRateLimitEntity } from "./domain-rate-limit.entity.ts";

/** A recipient's domain in an hour of UTC. */
export type DomainRateLimitKey = { accountId: number; domain: string; hour: string };

const KEPT_MS = 48 * HOUR_MS;
const WIDTH = 32;

export const domainOfAddress = (email: string) =>
  email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** The hour of an instant (epoch ms) for the domain of an address. */
export function domainRateLimitKeyOf(
  accountId: number,
  email: string,
  at: EpochMs,
): DomainRateLimitKey {
  return keyOf(accountId, domainOfAddress(email), at);
}

const keyOf = (accountId: number, domain: string, at: EpochMs): DomainRateLimitKey => ({
  accountId,
  domain,
  hour: toIso(at).slice(0, 13),
});

const startOf = ({ hour }: Pick<DomainRateLimitKey, "hour">) => Date.parse(`${hour}:00:00.000Z`);
const ttlOf = (key: DomainRateLimitKey) => Math.ceil((startOf(key) + KEPT_MS) / 1000);

/** When the hour after the one of an instant begins; both in epoch ms. */
export const nextHour = (at: EpochMs) => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;

/**
 * Takes the right to send one more mail to the domain in this hour: one conditional write, so that workers that race never
 * send one too many.
 *
 * @returns false when the hour has its `limit` already
 */
export function takeDomainSend(key: DomainRateLimitKey, limit: number): Promise<boolean> {
  return writeIfExpected(
    DomainRateLimitEntity.update(key)
      .add({ count: 1 })
      .set({ ttl: ttlOf(key) })
      .where((row, op) => `${op.notExists(row.count)} OR ${op.lt(row.count, limit)}`),
  );
}

/** Gives a right back: nothing left. */
export async function returnDomainSend(key: DomainRateLimitKey): Promise<void> {
  await writeIfExpected(
    DomainRateLimitEntity.patch(key)
      .add({ count: -1 })
      .where((row, op) => op.gt(row.count, 0)),
  );
}

/** How many mails the domain has had in the hour. */
export async function countDomainSends(key: DomainRateLimitKey): Promise<number> {
  const { data } = await DomainRateLimitEntity.get(key).go();
  return data?.count ?? 0;
}

/**
 * How many mails these domains have had and are planned in the hours of a span (epoch ms, `until` exclusive), by
 * `domainRateLimitKey`.
 */
export async function readDomainSends(
  accountId: number,
  domains: readonly string[],
  { from, until }: { from: EpochMs; until: EpochMs },
): Promise<Map<string, number>> {
  const hours: number[] = [];
  for (let hour = from; hour < until; hour = nextHour(hour)) hours.push(hour);
  const keys = [...new Set(domains)].flatMap((domain) =>
    hours.map((hour) => keyOf(accountId, domain, hour)),
  );
  if (keys.length === 0) return new Map();
  const { data } = await DomainRateLimitEntity.get(keys).go();
  return new Map(
    data.map((row) => [
      domainRateLimitKey(row.domain, startOf(row)),
      Math.max(row.count ?? 0, row.planned ?? 0),
    ]),
  );
}

/**
 * Keeps places in the hours of their domains for planned mails: one conditional write for each domain and hour. Places of
 * mails that do not leave after all are not given back: the hour ends soon, and too few mails harm nobody.
 *
 * @param mails `at` in epoch ms
 * @returns those that have a place; of a domain whose hour another run was quicker to fill, none
 */
export async function reserveDomainSends<Mail extends { domain: string; at: EpochMs }>(
  accountId: number,
  limit: number,
  mails: readonly Mail[],
): Promise<Mail[]> {
  const groups = new Map<string, Mail[]>();
  for (const mail of mails) {
    const key = domainRateLimitKey(mail.domain, mail.at);
    groups.set(key, [...(groups.get(key) ?? []), mail]);
  }
  const held = await concurrently([...groups.values()], WIDTH, async (group) => {
    const [first] = group;
    if (!first) return [];
    const key = keyOf(accountId, first.domain, first.at);
    const isHeld = await writeIfExpected(
      DomainRateLimitEntity.update(key)
        .add({ planned: group.length })
        .set({ ttl: ttlOf(key) })
        .where(
          (row, op) =>
            `${op.notExists(row.planned)} OR ${op.lte(row.planned, limit - group.length)}`,
        ),
    );
    return isHeld ? group : [];
  });
  return held.flat();
}
