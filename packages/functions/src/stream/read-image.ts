import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { AttributeValue } from "aws-lambda";

/** A record's image as the plain object that was written. */
export const readImage = (image: Record<string, AttributeValue>): Record<string, unknown> =>
  unmarshall(image as Parameters<typeof unmarshall>[0]);
