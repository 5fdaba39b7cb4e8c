import { queueDueHosts } from "@thaw/core/accounts/host-watch/host-watch";
import { queueDueRuns } from "@thaw/core/engine/trigger-run/queue-due-runs";
import { endDueAccess } from "@thaw/core/erasure/lapsed-account/end-access";
import { queueDuePolls } from "@thaw/core/inbox/poll/queue-due-polls";
import { queueDueReminders } from "@thaw/core/inbox/reminder/fire-reminder";
import { queueDueEntries } from "@thaw/core/inbox/subsequence-trigger/subsequence-wait";
import { applyDueRemovals } from "@thaw/core/inbox/thread/removal-request";
import type { ScheduledEvent, ScheduledHandler } from "aws-lambda";
import { failTogether } from "../fail-together.ts";
import { invocation } from "../invocation.ts";

/**
 * Once a minute: what is due goes to its queue. The few who asked to get no more mail are unsubscribed here, and the few
 * accounts whose plan has ended are paused. Each part comes to its end, whatever becomes of the others: Lambda stands still as
 * soon as a handler has thrown.
 */
export const handler: ScheduledHandler = invocation<ScheduledEvent, void>("onTick", async () => {
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
});
