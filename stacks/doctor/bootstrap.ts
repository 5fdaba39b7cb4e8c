import { type Finding, findings } from "../../scripts/doctor/finding.ts";
import { findStack, outputsOf } from "./deployed-stage.ts";
import type { StageContext } from "./stage-context.ts";

const STACK = "CDKToolkit";
/** What SST wants: below it, it would fetch whatever CDK is the newest and bootstrap with that. */
const OLDEST_VERSION = 14;
const READY = ["CREATE_COMPLETE", "UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE"];

export type BootstrapState =
  | { kind: "ready"; version: number }
  | { kind: "missing" }
  | { kind: "old"; version: number }
  | { kind: "busy" | "broken"; status: string };

/** Such a stack holds nothing: it is made anew. */
const EMPTY = ["DELETE_COMPLETE", "ROLLBACK_COMPLETE", "REVIEW_IN_PROGRESS"];

/** Whether CDK's bucket and roles are in the account and region. */
export async function bootstrapState(region: string): Promise<BootstrapState> {
  const stack = await findStack(STACK, region);
  const status = stack?.StackStatus ?? "DELETE_COMPLETE";
  if (EMPTY.includes(status)) return { kind: "missing" };
  if (status.endsWith("_IN_PROGRESS")) return { kind: "busy", status };
  if (!READY.includes(status)) return { kind: "broken", status };
  const { BootstrapVersion = "0", BucketName } = outputsOf(stack);
  const version = Number.parseInt(BootstrapVersion, 10);
  const isNew = version >= OLDEST_VERSION && BucketName;
  return { kind: isNew ? "ready" : "old", version };
}

export async function checkBootstrap({ region }: StageContext): Promise<Finding[]> {
  const { ok, blocks, warns } = findings("bootstrap");
  const state = await bootstrapState(region);
  const mend = "npm run deploy does it, with the CDK that package-lock.json pins";
  switch (state.kind) {
    case "ready":
      return [ok(`CDK's bootstrap has version ${state.version}`)];
    case "missing":
      return [warns(`CDK's bootstrap is not in this account and region`, mend)];
    case "old":
      return [warns(`CDK's bootstrap is too old (version ${state.version})`, mend)];
    case "busy":
      return [blocks(`the stack ${STACK} is ${state.status}`, "wait until it has ended")];
    case "broken":
      return [
        blocks(
          `the stack ${STACK} is ${state.status}`,
          "delete it in CloudFormation, and deploy again",
        ),
      ];
  }
}
