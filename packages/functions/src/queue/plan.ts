import { accountTimezone } from "@thaw/core/account/account";
import { runTrigger } from "@thaw/core/trigger-run/run-trigger";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const PlanJob = v.object({ accountId: v.number(), campaignId: v.number() });

export const handler: SQSHandler = (event) =>
  consumeEach(event, async (record) => {
    const job = readJob(PlanJob, record);
    await runTrigger(job, await accountTimezone(job.accountId));
  });
