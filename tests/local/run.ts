import { startTestLocal } from "./start.ts";

/** A process of its own to be killed: receives a `plan` message and never finishes it. */
const [folder = ""] = process.argv.slice(2);
const local = await startTestLocal(folder, {
  onPlan: (event: { Records: { attributes: { ApproximateReceiveCount: string } }[] }) => {
    process.send?.({ received: event.Records[0]?.attributes.ApproximateReceiveCount });
    return new Promise(() => {});
  },
  api: () => ({ statusCode: 200, body: "here" }),
});
process.send?.({
  url: local.url,
  inboxUrl: local.inboxUrl,
  dynamo: local.cloud.dynamoEndpoint,
  sqs: local.cloud.sqs.endpoint,
  planUrl: local.cloud.sqs.queueUrl("plan"),
  secretKey: process.env.AWS_SECRET_ACCESS_KEY,
});
