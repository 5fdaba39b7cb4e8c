import { reassignJobOf } from "@thaw/core/accounts/team/reassign-work";
import { guardBounces } from "@thaw/core/campaigns/campaign/bounce-guard";
import { categoriseJobOf } from "@thaw/core/inbox/categorisation/queue-replies";
import { closeTasks } from "@thaw/core/inbox/manual-step/close-tasks";
import { cancelAnsweredReminders } from "@thaw/core/inbox/reminder/cancel-answered";
import { fireSubsequences } from "@thaw/core/inbox/subsequence-trigger/fire-subsequences";
import { projectEvents } from "@thaw/core/reporting/counter/project-events";
import { publishAccess } from "@thaw/core/workspace/realtime/publish-access";
import { publishEvents } from "@thaw/core/workspace/realtime/publish-events";
import { publishThreads } from "@thaw/core/workspace/realtime/publish-threads";
import { consumeChanges } from "./consume-changes.ts";

/** What each subscriber to news does. Who is told of what stands in `packages/core/src/subscriptions.ts`. */
export const handler = consumeChanges("news", {
  async countEvents(events) {
    await projectEvents(events);
    // Who guards goes by the figures.
    await guardBounces(events);
  },
  categorise: categoriseJobOf,
  fireSubsequences,
  cancelAnsweredReminders,
  closeTasks,
  reassignWork: reassignJobOf,
  publishAccess,
  // GraphQL is loaded only when there may be someone to tell.
  publishToWatchers: async (users) =>
    (await import("../graphql/publish.ts")).publishToWatchers(users),
  closeEndedSessions: async (sessions) =>
    (await import("../graphql/close-ended.ts")).closeEndedSessions(sessions),
  publishEvents,
  publishThreads,
});
