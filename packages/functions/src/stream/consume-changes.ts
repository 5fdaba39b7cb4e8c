import { app } from "@thaw/core/manifest";
import { enqueue } from "@thaw/core/queue";
import type { Jobs } from "@thaw/core/queue.schema";
import {
  type Moment,
  type StreamName,
  SUBSCRIPTIONS,
  type Subscription,
} from "@thaw/core/subscriptions";
import { memoize } from "@thaw/data/memoize";
import type { DynamoDBBatchResponse, DynamoDBRecord, Handler } from "aws-lambda";
import { invocation } from "../invocation.ts";
import { type EntityName, entityOf, type ImageOf, readImage } from "./read-image.ts";
import { workOff } from "./work-off.ts";

/** An entity whose images nobody reads does not compile: there is no subscriber for it. */
type Images<Of extends Subscription> = Of["entities"][number] extends EntityName
  ? ImageOf<Of["entities"][number]>
  : unknown;
type Payload<Of extends Subscription> = Of["moment"] extends "changed"
  ? { before: Images<Of> | undefined; after: Images<Of> | undefined }
  : Images<Of>;
type Subscriber<Of extends Subscription> = Of extends { queue: infer Queue extends keyof Jobs }
  ? (payload: Payload<Of>) => Jobs[Queue] | undefined
  : (payload: readonly Payload<Of>[]) => Promise<void>;
type Subscribers<Of extends Record<string, Subscription>> = {
  [Name in keyof Of]: Subscriber<Of[Name]>;
};

/** A change as the stream brings it; its images are read once, when the first subscriber asks. */
function changeOf({ eventName, dynamodb }: DynamoDBRecord) {
  const { OldImage, NewImage, SequenceNumber = "" } = dynamodb ?? {};
  const image = NewImage ?? OldImage ?? {};
  return {
    id: SequenceNumber,
    item: `${image.pk?.S}|${image.sk?.S}`,
    entity: entityOf(image),
    accountId: Number(image.accountId?.N ?? 0),
    isAdded: eventName === "INSERT",
    isGone: NewImage === undefined,
    before: memoize(() => OldImage && readImage(OldImage)),
    after: memoize(() => NewImage && readImage(NewImage)),
  };
}
type Change = ReturnType<typeof changeOf>;

const IS_MEANT: Record<Moment, (change: Change) => boolean> = {
  added: ({ isAdded }) => isAdded,
  written: ({ isGone }) => !isGone,
  gone: ({ isGone }) => isGone,
  changed: () => true,
};

const PAYLOAD: Record<Moment, (change: Change) => unknown> = {
  added: ({ after }) => after(),
  written: ({ after }) => after(),
  gone: ({ before }) => before(),
  changed: ({ before, after }) => ({ before: before(), after: after() }),
};

/**
 * The consumer of one of the table's streams: each subscriber in its turn is told of the changes that it subscribed to, all of
 * a batch at once, whatever became of the others. Answers with the changes that a subscriber failed on, and those alone: they
 * come again, and what follows them. So each subscriber is safe to run twice.
 */
export const consumeChanges = <Name extends StreamName>(
  stream: Name,
  subscribers: Subscribers<(typeof SUBSCRIPTIONS)[Name]>,
): Handler<{ Records: DynamoDBRecord[] }, DynamoDBBatchResponse> =>
  invocation(app.table.streams[stream].consumer, async ({ Records }) => {
    const changes = Records.map(changeOf);
    const failed = new Set<Change>();
    for (const [name, subscription] of Object.entries<Subscription>(SUBSCRIPTIONS[stream])) {
      const { moment, entities, queue } = subscription;
      const meant = changes.filter(
        (change) => entities.includes(change.entity) && IS_MEANT[moment](change),
      );
      const publish = publisherOf(subscribers[name as keyof typeof subscribers], queue);
      const work = (part: readonly Change[]) => publish(part.map(PAYLOAD[moment]));
      for (const change of await workOff(name, meant, work)) failed.add(change);
    }
    return {
      batchItemFailures: changes
        .filter((change) => failed.has(change))
        .map(({ id }) => ({ itemIdentifier: id })),
    };
  });

/** Types are `Subscribers`' business: here a subscriber is what takes what it is told. */
function publisherOf(subscriber: unknown, queue: keyof Jobs | undefined) {
  if (queue === undefined) return subscriber as (payload: readonly unknown[]) => Promise<void>;
  const jobOf = subscriber as (payload: unknown) => Jobs[keyof Jobs] | undefined;
  return (payload: readonly unknown[]) =>
    enqueue(
      queue,
      payload.flatMap((each) => jobOf(each) ?? []).map((job) => ({ job })),
    );
}
