import { runAction } from "@thaw/core/inbox/manual-step/linkedin-action";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const LinkedInJob = v.object({ accountId: v.number(), taskId: v.number() });

export const handler: SQSHandler = (event) =>
  consumeEach(event, (record) => runAction(readJob(LinkedInJob, record)));
