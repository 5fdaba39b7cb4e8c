import type { Jobs } from "./queue.schema.ts";

/**
 * What happened to a record: it was added; it was added or changed; it was deleted; or any of these, delivered with its
 * earlier state.
 */
export type Moment = "added" | "written" | "gone" | "changed";

export type Subscription = {
  moment: Moment;
  /** Names of ElectroDB entities. */
  entities: readonly string[];
  /** Where the subscriber works at its own pace: it gets a job for each record that it wants. */
  queue?: keyof Jobs;
};

const on = <const When extends Moment, const Entities extends readonly string[]>(
  moment: When,
  ...entities: Entities
) => ({ moment, entities });

const queuedOn = <
  const Queue extends keyof Jobs,
  const When extends Moment,
  const Entities extends readonly string[],
>(
  queue: Queue,
  moment: When,
  ...entities: Entities
) => ({ queue, moment, entities });

/**
 * Which subscribers get which changes of the table. They are grouped by the reader of its stream, whose filters are
 * derived from this; the subscribers of a reader run in this order. Each is in `packages/functions/src/stream`. See
 * decision 46.
 */
export const SUBSCRIPTIONS = {
  news: {
    countEvents: on("added", "event"),
    categorise: queuedOn("categorise", "added", "threadMessage"),
    fireSubsequences: on("added", "event", "threadMessage"),
    cancelAnsweredReminders: on("added", "threadMessage"),
    closeTasks: on("added", "event"),
    reassignWork: queuedOn("cleanup", "written", "user"),
    publishAccess: on("written", "user"),
    publishToWatchers: on("written", "user"),
    closeEndedSessions: on("gone", "session"),
    publishEvents: on("added", "event"),
    publishThreads: on("written", "threadMessage"),
  },
  leads: {
    listCategorised: on("changed", "lead"),
    indexLeads: on("changed", "lead"),
  },
};

export type StreamName = keyof typeof SUBSCRIPTIONS;

const subscriptionsOf = (stream: StreamName): Subscription[] =>
  Object.values<Subscription>(SUBSCRIPTIONS[stream]);

const namesOf = (subscriptions: readonly Subscription[]) => [
  ...new Set(subscriptions.flatMap(({ entities }) => entities)),
];

/** Which written and which deleted records a reader of the stream gets. */
export const filtersOf = (stream: StreamName) => ({
  entities: namesOf(subscriptionsOf(stream).filter(({ moment }) => moment !== "gone")),
  goneEntities: namesOf(
    subscriptionsOf(stream).filter(({ moment }) => moment === "gone" || moment === "changed"),
  ),
});

/** The queues that a reader of the stream sends to. */
export const queuesOf = (stream: StreamName) =>
  subscriptionsOf(stream).flatMap(({ queue }) => queue ?? []);
