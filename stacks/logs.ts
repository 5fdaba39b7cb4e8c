import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Aspects, CfnResource, RemovalPolicy } from "aws-cdk-lib/core";
import type { IConstruct } from "constructs";
import type { Settings } from "./settings.ts";

const DAYS = {
  one_week: RetentionDays.ONE_WEEK,
  three_months: RetentionDays.THREE_MONTHS,
} as const;

/**
 * Gives every Lambda a log group of its stage, the helpers of SST and CDK included: the one that Lambda makes by itself keeps
 * everything for ever, and stays when the stage is removed.
 */
export function ownLogs(scope: IConstruct, retention: Settings["logRetention"]): void {
  Aspects.of(scope).add({
    visit(node) {
      if (!CfnResource.isCfnResource(node) || node.cfnResourceType !== "AWS::Lambda::Function") {
        return;
      }
      const parent = node.node.scope;
      if (!parent || parent.node.tryFindChild("Logs")) return;
      const group = new LogGroup(parent, "Logs", {
        retention: DAYS[retention],
        removalPolicy: RemovalPolicy.DESTROY,
      });
      node.addPropertyOverride("LoggingConfig.LogGroup", group.logGroupName);
    },
  });
}

/** The helper of CDK's that sets how long a log is kept, under the name that CDK gives it in every stack. */
const LOG_RETENTION = /^LogRetention[0-9a-f]{32}$/;

/** SST asks for it on sites whatever they say: it would make the log group that {@link ownLogs} replaces. */
export function removeLogRetention(stack: IConstruct, server: IConstruct | undefined): void {
  server?.node.tryRemoveChild("LogRetention");
  for (const { node } of stack.node.children) {
    if (LOG_RETENTION.test(node.id)) stack.node.tryRemoveChild(node.id);
  }
}
