import { lookAtTrackingDomain } from "@thaw/core/mailbox/tracking-domain";
import { lookAtHost } from "@thaw/core/white-label/look-at-host";
import type { SQSHandler } from "aws-lambda";
import * as v from "valibot";
import { consumeEach, readJob } from "./consume.ts";

const DomainJob = v.object({
  host: v.string(),
  mailbox: v.optional(v.object({ accountId: v.number(), mailboxId: v.number() })),
});

export const handler: SQSHandler = (event) =>
  consumeEach(event, (record) => {
    const { host, mailbox } = readJob(DomainJob, record);
    return mailbox ? lookAtTrackingDomain(mailbox) : lookAtHost(host);
  });
