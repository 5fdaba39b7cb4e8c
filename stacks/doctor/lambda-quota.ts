import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { app as manifest } from "../../packages/core/src/manifest.ts";
import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import { ask, clientOptions } from "./ask.ts";
import type { StageContext } from "./stage-context.ts";

/** What people and programs need beside the queues at the least. */
const FOR_PEOPLE = 100;

/** How many functions the queues of a stage may have running at once. */
export const plannedConcurrency = (): number =>
  Object.values(manifest.queues).reduce((sum, { concurrency }) => sum + concurrency, 0);

export async function checkLambdaQuota({ region }: StageContext): Promise<Finding[]> {
  const { ok, warns, notChecked } = findings("Lambda");
  const client = new LambdaClient(clientOptions(region));
  const call = "lambda:GetAccountSettings";
  const { AccountLimit } = await ask(call, client, () =>
    client.send(new GetAccountSettingsCommand({})),
  );
  const most = AccountLimit?.UnreservedConcurrentExecutions ?? AccountLimit?.ConcurrentExecutions;
  if (most === undefined) return [notChecked(`${call} names no limit`, "look at Service Quotas")];
  const planned = plannedConcurrency();
  const says = `the account runs ${most} functions at once in ${region}; the queues of a stage may take ${planned}`;
  if (most >= planned + FOR_PEOPLE) return [ok(says)];
  const mend = `ask for 1000 "Concurrent executions" of AWS Lambda in Service Quotas; until then the site and the API answer 429 while the queues are busy`;
  return [warns(says, mend)];
}
