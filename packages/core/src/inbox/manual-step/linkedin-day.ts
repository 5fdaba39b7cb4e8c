import type { PendingWrite } from "@thaw/data/transact";
import type { LinkedInType } from "../../campaigns/sequence/step-type.schema.ts";
import { DAY_MS } from "../../duration.ts";
import { LinkedInDayEntity } from "./linkedin-day.entity.ts";
import { LINKEDIN_DAILY_LIMITS } from "./linkedin-limit.schema.ts";

const KEPT_DAYS = 7;

/** A date of the account's timezone, "YYYY-MM-DD". */
type Day = { accountId: number; linkedinId: number; day: string };

/** How many tasks of each action the day still has room for. */
export async function readLinkedInLeft(key: Day): Promise<Record<LinkedInType, number>> {
  const { data } = await LinkedInDayEntity.get(key).go({ consistent: true });
  const left = (type: LinkedInType) =>
    Math.max(0, LINKEDIN_DAILY_LIMITS[type] - (data?.[type] ?? 0));
  return {
    LI_VIEW: left("LI_VIEW"),
    LI_CONNECT: left("LI_CONNECT"),
    LI_MESSAGE: left("LI_MESSAGE"),
    LI_INMAIL: left("LI_INMAIL"),
    LI_ACTIVITY: left("LI_ACTIVITY"),
  };
}

/** For a transaction: takes one of the day's tasks of an action; refused when there is none left. */
export function takeLinkedInAction(key: Day, type: LinkedInType): PendingWrite {
  const ttl = Math.floor(Date.parse(key.day) / 1000) + (KEPT_DAYS * DAY_MS) / 1000;
  return LinkedInDayEntity.update(key)
    .add({ [type]: 1 })
    .set({ ttl })
    .where(
      (row, op) => `${op.notExists(row[type])} OR ${op.lt(row[type], LINKEDIN_DAILY_LIMITS[type])}`,
    );
}
