/**
 * SST's own helper, as CloudFormation calls it to fetch the secrets of functions: `node sst-helper.ts NAME…`. Prints what it
 * answers CloudFormation for each, a line of JSON in turn. AWS is where the environment says.
 */
import { once } from "node:events";
import https from "node:https";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";

const HELPER = "../../stacks/node_modules/sst/support/custom-resources/index.mjs";
const names = process.argv.slice(2);

// It answers an address of S3, by HTTPS alone.
const put = (_: unknown, onAnswer: () => void) => {
  const body = new PassThrough();
  void text(body).then((said) => {
    process.stdout.write(`${JSON.stringify(JSON.parse(said))}\n`);
    onAnswer();
  });
  return body;
};
Object.assign(https, { request: put });
// It writes a log to the same place, and so does the SDK in it.
Object.assign(console, { log: () => {}, info: () => {} });
const { handler } = (await import(HELPER)) as { handler: (event: object) => Promise<void> };
for (const functionName of names) {
  await handler({
    RequestType: "Create",
    ResourceType: "Custom::SecretPrefetcher",
    RequestId: functionName,
    LogicalResourceId: functionName,
    ResponseURL: "https://cloudformation.example/",
    ResourceProperties: { functionName },
  });
}
if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
process.exit();
