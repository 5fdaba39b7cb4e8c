import { Aspects, CfnDeletionPolicy, CfnResource, RemovalPolicy } from "aws-cdk-lib/core";
import type { App } from "sst/constructs";

/**
 * What keeps data outlives a permanent stage. Not so where its creation is rolled back: it is empty, and would be in the way of
 * the next attempt (CloudFormation: RetainExceptOnCreate).
 */
export const dataPolicy = (permanent: boolean) =>
  permanent ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * Whatever else CDK or SST would keep goes with its stage: a clock, a queue or a function that stayed would go on sending
 * email. SST's default policy does the same, and would have the bucket of files emptied first.
 */
export function removeAllElse(app: App, permanent: boolean): void {
  if (!permanent) return app.setDefaultRemovalPolicy("destroy");
  Aspects.of(app).add({
    visit(node) {
      if (!CfnResource.isCfnResource(node)) return;
      const isData = node.cfnOptions.deletionPolicy === CfnDeletionPolicy.RETAIN_EXCEPT_ON_CREATE;
      if (!isData) node.applyRemovalPolicy(RemovalPolicy.DESTROY);
    },
  });
}
