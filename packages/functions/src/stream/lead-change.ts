import { listCategorised } from "@thaw/core/campaigns/restricted-metric/list-categorised";
import { indexLeads } from "@thaw/core/leads/lead-search/index-leads";
import type { DynamoDBStreamHandler } from "aws-lambda";
import { runAll } from "../fail-together.ts";
import { readImage } from "./read-image.ts";

/**
 * Leads that have a category are listed by campaign, and all leads are indexed by their words. Where one of the two fails the
 * other is done all the same, and the whole batch is tried again: both are safe to run twice.
 */
export const handler: DynamoDBStreamHandler = async (event) => {
  const changes = event.Records.map(({ dynamodb }) => ({
    before: dynamodb?.OldImage && readImage(dynamodb.OldImage),
    after: dynamodb?.NewImage && readImage(dynamodb.NewImage),
  }));
  await runAll([() => listCategorised(changes), () => indexLeads(changes)]);
};
