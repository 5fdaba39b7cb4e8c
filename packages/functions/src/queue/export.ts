import { continueLeadExport } from "@thaw/core/leads/lead-export/run-lead-export";
import { app } from "@thaw/core/manifest";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const ExportJob = v.object({ accountId: v.number(), exportId: v.number() });

/** A message's share of a long export, well before the function's time is over: the rest is the next message's. */
const WORK_MS = 240_000;

export const handler: SQSHandler = (event) =>
  consumeEach(event, (record) =>
    continueLeadExport(readJob(ExportJob, record), {
      signal: AbortSignal.timeout(WORK_MS),
      isLastTry: Number(record.attributes.ApproximateReceiveCount) >= app.queues.export.maxReceives,
    }),
  );
