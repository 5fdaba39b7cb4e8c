import { existsSync } from "node:fs";
import { assemble } from "../../stacks/assembly.ts";

export type Resource = {
  Type: string;
  // What CloudFormation takes differs per type.
  // oxlint-disable-next-line typescript/no-explicit-any
  Properties: Record<string, any>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
};

/** A template leaves out properties where there are none. */
type Written = Omit<Resource, "Properties"> & Partial<Pick<Resource, "Properties">>;

type Output = { Export?: { Name: unknown } };

/** What cdk-nag and CDK itself say of a construct. */
export type Message = { id: string; data: unknown };

export type Synthesis = {
  /** Every resource of every stack, under `Stack/LogicalId`. */
  resources: Record<string, Resource>;
  /** What each stack exports to others, under `Stack/Name`. */
  exported: Record<string, unknown>;
  // Annotations.fromStack would synthesize a second time, which SST refuses.
  messages: readonly Message[];
  /** Resources of one type. */
  ofType: (type: string) => Resource[];
};

const made = new Map<string, Promise<Synthesis>>();

/** What a stage would deploy, made once for all test files of this process. Vitest sets the NODE_ENV that it asks for. */
export function synthesize(stage: string): Promise<Synthesis> {
  const known = made.get(stage) ?? synthesizeNow(stage);
  made.set(stage, known);
  return known;
}

async function synthesizeNow(stage: string): Promise<Synthesis> {
  if (!existsSync("web/build/client")) throw new Error("Run `npm run build:web` first");
  const startedAt = performance.now();
  const assembly = await assemble(stage);
  const resources: Record<string, Resource> = {};
  const exported: Record<string, unknown> = {};
  const messages: Message[] = [];
  for (const stack of assembly.stacks) {
    const found = Object.entries(stack.template.Resources as Record<string, Written>);
    for (const [id, resource] of found) {
      resources[`${stack.stackName}/${id}`] = { Properties: {}, ...resource };
    }
    const outputs = Object.entries((stack.template.Outputs ?? {}) as Record<string, Output>);
    for (const [id, { Export }] of outputs) {
      if (Export) exported[`${stack.stackName}/${id}`] = Export.Name;
    }
    for (const { id, entry } of stack.messages) messages.push({ id, data: entry.data });
  }
  console.log(`${stage} synthesized in ${Math.round(performance.now() - startedAt)} ms`);
  const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);
  return { resources, exported, messages, ofType };
}
