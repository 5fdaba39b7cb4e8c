import { BootstrapEnvironments, Toolkit } from "@aws-cdk/toolkit-lib";
import { bootstrapState } from "./doctor/bootstrap.ts";

/**
 * Puts CDK's bucket and roles into an account and region where they are missing or too old, as the toolkit does that stacks/package-lock.json pins:
 * SST would run `npx cdk`, which is whatever version is the newest that day.
 *
 * @throws what CloudFormation says
 */
export async function bootstrapOnce(account: string, region: string): Promise<void> {
  const { kind } = await bootstrapState(region);
  if (kind === "ready") return;
  console.log(`Bootstrapping CDK in ${account}, ${region}, once…`);
  const toolkit = new Toolkit({
    color: false,
    emojis: false,
    ioHost: {
      notify: async ({ level, message }) => {
        if (level === "error" || level === "warn" || level === "result") console.log(message);
      },
      // Nobody sits at a deployment from a pipeline.
      requestResponse: async ({ defaultResponse }) => defaultResponse,
    },
  });
  await toolkit.bootstrap(BootstrapEnvironments.fromList([`aws://${account}/${region}`]));
}
