import { Aspects, CfnResource } from "aws-cdk-lib/core";
import type { IConstruct } from "constructs";

export const RUNTIME = "nodejs24.x";

/** SST and CDK pin older runtimes for their own helper functions; this lifts every Lambda of the app. */
export function liftRuntimes(scope: IConstruct): void {
  Aspects.of(scope).add({
    visit(node) {
      if (CfnResource.isCfnResource(node) && node.cfnResourceType === "AWS::Lambda::Function") {
        node.addPropertyOverride("Runtime", RUNTIME);
      }
    },
  });
}
