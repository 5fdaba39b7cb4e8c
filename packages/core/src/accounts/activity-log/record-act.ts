import { randomUUID } from "node:crypto";
import type { PendingWrite } from "@thaw/data/transact";
import type { Origin } from "../../actor.ts";
import { now, toIso } from "../../clock.ts";
import { ActivityEntity } from "./activity-log.entity.ts";
import { type ActivityAction, KIND_OF } from "./activity-log.schema.ts";

const KEPT_MS = 365 * 24 * 3_600_000;

type Who = { accountId: number; userId: number; origin?: Origin | undefined };
type What = {
  action: ActivityAction;
  /** The name or address of whom or what it is done to. */
  target?: string;
  detail?: string;
};

/** For the transaction of the act: writes it down, for a year. */
export function recordAct({ accountId, userId, origin }: Who, what: What): PendingWrite {
  const at = now();
  return ActivityEntity.create({
    accountId,
    at: toIso(at),
    activityId: randomUUID(),
    kind: KIND_OF[what.action],
    action: what.action,
    actorId: userId,
    target: what.target ?? "",
    ip: origin?.ip ?? "",
    ttl: Math.ceil((at + KEPT_MS) / 1000),
    ...(what.detail === undefined ? {} : { detail: what.detail }),
  });
}
