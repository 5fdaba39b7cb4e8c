import { continueLeadImport } from "@thaw/core/leads/lead-import/run-lead-import";
import { app } from "@thaw/core/manifest";
import { consumeEach } from "./consume.ts";

/** A message's share of a long import, well before the function's time is over: the rest is the next message's. */
const WORK_MS = 240_000;

export const handler = consumeEach("import", (job, { attributes }) =>
  continueLeadImport(job, {
    signal: AbortSignal.timeout(WORK_MS),
    isLastTry: Number(attributes.ApproximateReceiveCount) >= app.queues.import.maxReceives,
  }),
);
