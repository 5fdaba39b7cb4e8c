import { unmarshall } from "@aws-sdk/util-dynamodb";
import { projectEvents } from "@thaw/core/counter/project-events";
import { announceEvents } from "@thaw/core/realtime/announce-events";
import type { AttributeValue, DynamoDBStreamHandler } from "aws-lambda";

/** New events become figures and news for open screens. The whole batch is tried again when a part fails: both are safe to run twice. */
export const handler: DynamoDBStreamHandler = async (event) => {
  const added = event.Records.flatMap(({ eventName, dynamodb }) =>
    eventName === "INSERT" && dynamodb?.NewImage ? [read(dynamodb.NewImage)] : [],
  );
  await projectEvents(added);
  await announceEvents(added);
};

const read = (image: Record<string, AttributeValue>): Record<string, unknown> =>
  unmarshall(image as Parameters<typeof unmarshall>[0]);
