import { fireReminder } from "@thaw/core/inbox/reminder/fire-reminder";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const RemindJob = v.object({ accountId: v.number(), reminderId: v.number() });

export const handler: SQSHandler = (event) =>
  consumeEach(event, (record) => fireReminder(readJob(RemindJob, record)));
