import { runAccountDeletion } from "@thaw/core/erasure/account-deletion/run-account-deletion";
import { runErasure } from "@thaw/core/erasure/lead-erasure/run-erasure";
import { enqueue } from "@thaw/core/queue";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const EraseJob = v.object({ accountId: v.number(), erasureId: v.optional(v.number()) });

export const handler: SQSHandler = (event) =>
  consumeEach(event, async (record) => {
    const job = readJob(EraseJob, record);
    const { accountId, erasureId } = job;
    const delayMs =
      erasureId === undefined
        ? await runAccountDeletion(accountId)
        : await runErasure({ accountId, erasureId });
    if (delayMs !== undefined) await enqueue("erase", [{ job, delayMs }]);
  });
