import { continueLeadImport } from "@thaw/core/leads/lead-import/run-lead-import";
import { app } from "@thaw/core/manifest";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const ImportJob = v.object({ accountId: v.number(), importId: v.number() });

/** A message's share of a long import, well before the function's time is over: the rest is the next message's. */
const WORK_MS = 240_000;

export const handler: SQSHandler = (event) =>
  consumeEach(event, (record) =>
    continueLeadImport(readJob(ImportJob, record), {
      signal: AbortSignal.timeout(WORK_MS),
      isLastTry: Number(record.attributes.ApproximateReceiveCount) >= app.queues.import.maxReceives,
    }),
  );
