import { queueHandOvers } from "@thaw/core/accounts/team/hand-over";
import { guardBounces } from "@thaw/core/campaigns/campaign/bounce-guard";
import { queueReplies } from "@thaw/core/inbox/categorisation/queue-replies";
import { closeTasks } from "@thaw/core/inbox/manual-step/close-tasks";
import { cancelAnsweredReminders } from "@thaw/core/inbox/reminder/cancel-answered";
import { fireSubsequences } from "@thaw/core/inbox/subsequence-trigger/fire-subsequences";
import { projectEvents } from "@thaw/core/reporting/counter/project-events";
import { announceAccess } from "@thaw/core/workspace/realtime/announce-access";
import { announceEvents } from "@thaw/core/workspace/realtime/announce-events";
import { announceThreads } from "@thaw/core/workspace/realtime/announce-threads";
import type { DynamoDBStreamHandler } from "aws-lambda";
import { runAll } from "../fail-together.ts";
import { readImage } from "./read-image.ts";

/**
 * New events become figures, which pause campaigns that bounce too often, and news for open screens, and so do mails of
 * conversations as they come and change; what people wrote goes to AI and ends reminders of their silence, leads move on to
 * subsequences, and those that ended leave no task behind; members whose role or status changed are told, and what those leave
 * who were shut out is handed over; sockets of sessions that have ended are closed. Where a part fails the others are done all
 * the same, and the whole batch is tried again: each is safe to run twice.
 */
export const handler: DynamoDBStreamHandler = async (event) => {
  const written = event.Records.flatMap(({ eventName, dynamodb }) =>
    dynamodb?.NewImage ? [{ eventName, record: readImage(dynamodb.NewImage) }] : [],
  );
  const gone = event.Records.flatMap(({ eventName, dynamodb }) =>
    eventName === "REMOVE" && dynamodb?.OldImage ? [readImage(dynamodb.OldImage)] : [],
  );
  const added = written.flatMap(({ eventName, record }) =>
    eventName === "INSERT" ? [record] : [],
  );
  const records = written.map(({ record }) => record);
  await runAll([
    // One after the other: who guards goes by the figures.
    () => projectEvents(added).then(() => guardBounces(added)),
    () => queueReplies(added),
    () => fireSubsequences(added),
    () => cancelAnsweredReminders(added),
    () => closeTasks(added),
    () => queueHandOvers(records),
    () => announceAccess(records),
    () => tellGraphql(records, gone),
    () => announceEvents(added),
    () => announceThreads(records),
  ]);
};

/** Loaded only when there may be somebody to tell. */
async function tellGraphql(
  records: readonly Record<string, unknown>[],
  gone: readonly Record<string, unknown>[],
): Promise<void> {
  const isOf = (entity: string) => (record: Record<string, unknown>) => record.__edb_e__ === entity;
  if (records.some(isOf("user"))) {
    const { tellWatchers } = await import("../graphql/tell.ts");
    await tellWatchers(records);
  }
  if (gone.some(isOf("session"))) {
    const { closeEndedSessions } = await import("../graphql/close-ended.ts");
    await closeEndedSessions(gone);
  }
}
