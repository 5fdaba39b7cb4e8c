import { writeIfExpected } from "@thaw/data/condition";
import { toIso } from "../clock.ts";
import { DomainHourEntity } from "./domain-hour.entity.ts";

/** A recipient's domain in an hour of UTC. */
export type DomainHour = { accountId: number; domain: string; hour: string };

const HOUR_MS = 3_600_000;
const KEPT_MS = 48 * HOUR_MS;

/** The hour of an instant (epoch ms) for the domain of an address. */
export function domainHourOf(accountId: number, email: string, at: number): DomainHour {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return { accountId, domain, hour: toIso(at).slice(0, 13) };
}

/** When the hour after the one of an instant begins; both in epoch ms. */
export const nextHour = (at: number) => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;

/**
 * Takes the right to send one more mail to the domain in this hour: one conditional write, so that workers that race never
 * send one too many.
 *
 * @returns false when the hour has its `limit` already
 */
export function takeDomainHour(key: DomainHour, limit: number): Promise<boolean> {
  const ttl = Math.ceil((Date.parse(`${key.hour}:00:00.000Z`) + KEPT_MS) / 1000);
  return writeIfExpected(
    DomainHourEntity.update(key)
      .add({ count: 1 })
      .set({ ttl })
      .where((row, op) => `${op.notExists(row.count)} OR ${op.lt(row.count, limit)}`),
  );
}

/** Gives a right back: nothing left. */
export async function returnDomainHour(key: DomainHour): Promise<void> {
  await writeIfExpected(
    DomainHourEntity.patch(key)
      .add({ count: -1 })
      .where((row, op) => op.gt(row.count, 0)),
  );
}

/** How many mails the domain has had in the hour. */
export async function countDomainHour(key: DomainHour): Promise<number> {
  const { data } = await DomainHourEntity.get(key).go();
  return data?.count ?? 0;
}
