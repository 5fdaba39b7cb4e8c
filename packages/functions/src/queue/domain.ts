import { lookAtHost } from "@thaw/core/accounts/host-watch/look-at-host";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const DomainJob = v.object({ host: v.string() });

export const handler: SQSHandler = (event) =>
  consumeEach(event, (record) => lookAtHost(readJob(DomainJob, record).host));
