import { continueLeadExport } from "@thaw/core/leads/lead-export/run-lead-export";
import { app } from "@thaw/core/manifest";
import { consumeEach } from "./consume.ts";

/** A message's share of a long export, well before the function's time is over: the rest is the next message's. */
const WORK_MS = 240_000;

export const handler = consumeEach("export", (job, { attributes }) =>
  continueLeadExport(job, {
    signal: AbortSignal.timeout(WORK_MS),
    isLastTry: Number(attributes.ApproximateReceiveCount) >= app.queues.export.maxReceives,
  }),
);
