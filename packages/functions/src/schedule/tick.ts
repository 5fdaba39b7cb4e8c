import { queueDueHosts } from "@thaw/core/host-watch/host-watch";
import { applyDueRemovals } from "@thaw/core/inbox/removal-request";
import { endDueAccess } from "@thaw/core/plan/end-access";
import { queueDuePolls } from "@thaw/core/poll/queue-due-polls";
import { queueDueReminders } from "@thaw/core/reminder/fire-reminder";
import { queueDueEntries } from "@thaw/core/subsequence/subsequence-wait";
import { queueDueRuns } from "@thaw/core/trigger-run/queue-due-runs";
import type { ScheduledHandler } from "aws-lambda";
import { failTogether } from "../fail-together.ts";

/**
 * Once a minute: what is due goes to its queue. The few who asked to get no more mail are unsubscribed here, and the few
 * accounts whose plan has ended are paused. Each part comes to its end, whatever becomes of the others: Lambda stands still as
 * soon as a handler has thrown.
 */
export const handler: ScheduledHandler = async () => {
  const parts = await Promise.allSettled([
    queueDueRuns(),
    queueDuePolls(),
    queueDueEntries(),
    queueDueReminders(),
    queueDueHosts(),
    applyDueRemovals(),
    endDueAccess(),
  ]);
  failTogether(parts.flatMap((part) => (part.status === "rejected" ? [part.reason] : [])));
};
