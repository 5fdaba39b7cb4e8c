// `npm run dead-letters -- list|redrive [queue] [--stage NAME]`: what queues have given up on, and giving it back to them. Who may:
// anyone who has the credentials of the stage's AWS account.
import { parseArgs } from "node:util";
import { GetQueueUrlCommand, SQSClient } from "@aws-sdk/client-sqs";
import { listDeadLetters, redriveDeadLetters } from "@thaw/core/kernel/dead-letter/dead-letter";
import { app as manifest } from "@thaw/core/manifest";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { stage: { type: "string" } },
});
const [command, chosen] = positionals;
const known = Object.keys(manifest.queues);
if ((command !== "list" && command !== "redrive") || (chosen && !known.includes(chosen))) {
  console.error(`npm run dead-letters -- list|redrive [${known.join("|")}] [--stage NAME]`);
  process.exit(2);
}

/** SST puts the stage and the app before a queue's name; on one machine it is the name alone. */
async function urlOf(name: string): Promise<string> {
  const QueueName = values.stage ? `${values.stage}-thaw-${name}` : name;
  const { QueueUrl } = await new SQSClient({}).send(new GetQueueUrlCommand({ QueueName }));
  if (!QueueUrl) throw new Error(`There is no queue ${QueueName}`);
  return QueueUrl;
}

for (const name of chosen ? [chosen] : known) {
  const url = await urlOf(name);
  if (command === "redrive") {
    console.log(`${name}: ${await redriveDeadLetters(url)} given back`);
    continue;
  }
  const { count, letters } = await listDeadLetters(url);
  console.log(`${name}: ${count}`);
  for (const { id, ageSeconds, kind, body } of letters) {
    console.log(`  ${id}  ${(ageSeconds / 3600).toFixed(1)} h  ${kind}  ${body}`);
  }
}
