import { existsSync, rmSync } from "node:fs";
import { Aspects } from "aws-cdk-lib/core";
import { AwsSolutionsChecks } from "cdk-nag";
import { App } from "sst/constructs";
import { initProject } from "sst/project.js";
import { stacks } from "../../stacks/app.ts";

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

/**
 * What a stage would deploy, made without credentials or a network; once, for all test files of this process.
 * NODE_ENV=test, which vitest sets, keeps SST from looking up its bootstrap and from building the site.
 */
export function synthesize(stage: string): Promise<Synthesis> {
  const known = made.get(stage) ?? synthesizeNow(stage);
  made.set(stage, known);
  return known;
}

async function synthesizeNow(stage: string): Promise<Synthesis> {
  if (!existsSync("web/build/client")) throw new Error("Run `npm run build:web` first");
  const startedAt = performance.now();
  await initProject({ stage, root: process.cwd() } as Parameters<typeof initProject>[0]);
  // Left to itself CDK makes a folder of 140 MB in the system's own place for each, which nobody clears away.
  const outdir = `.sst/synthesized/${stage}`;
  rmSync(outdir, { recursive: true, force: true });
  const app = new App(
    { mode: "deploy", stage, name: "thaw", region: "us-east-1", account: "123456789012" },
    { outdir },
  );
  Aspects.of(app).add(new AwsSolutionsChecks());
  stacks(app);
  await app.finish();
  const resources: Record<string, Resource> = {};
  const exported: Record<string, unknown> = {};
  const messages: Message[] = [];
  for (const stack of app.synth().stacks) {
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
