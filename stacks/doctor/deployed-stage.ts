import {
  CloudFormationClient,
  DescribeStacksCommand,
  type Stack,
} from "@aws-sdk/client-cloudformation";
import { ask, CallFailed, clientOptions } from "./ask.ts";

/** In the order of stacks/app.ts. */
const STACKS = ["Storage", "Hosts", "Api", "Web", "Workers", "Monitor"] as const;
type StackId = (typeof STACKS)[number];

export type DeployedStage = {
  /** CloudFormation's word for the state of each stack that there is. */
  states: ReadonlyMap<StackId, string>;
  /** What the stack of the site tells: `Url`, `Distribution`. */
  outputs: Readonly<Record<string, string>>;
};

/** A stack by its name; undefined where there is none. */
export async function findStack(name: string, region: string): Promise<Stack | undefined> {
  const client = new CloudFormationClient(clientOptions(region));
  const command = new DescribeStacksCommand({ StackName: name });
  try {
    const { Stacks } = await ask("cloudformation:DescribeStacks", client, () =>
      client.send(command),
    );
    return Stacks?.[0];
  } catch (error) {
    const isMissing = error instanceof CallFailed && /does not exist/.test(error.message);
    if (isMissing) return undefined;
    throw error;
  }
}

export const outputsOf = (stack: Stack | undefined): Record<string, string> =>
  Object.fromEntries(
    (stack?.Outputs ?? []).map(({ OutputKey = "", OutputValue = "" }) => [OutputKey, OutputValue]),
  );

/** What CloudFormation has of a stage, wherever it was deployed from. */
export async function findDeployedStage(stage: string, region: string): Promise<DeployedStage> {
  const found = await Promise.all(
    STACKS.map(async (id) => [id, await findStack(`${stage}-thaw-${id}`, region)] as const),
  );
  const states = found.flatMap(([id, stack]) =>
    stack?.StackStatus ? [[id, stack.StackStatus] as const] : [],
  );
  const [, site] = found.find(([id]) => id === "Web") ?? [];
  return { states: new Map(states), outputs: outputsOf(site) };
}
