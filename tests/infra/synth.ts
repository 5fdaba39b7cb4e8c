import { App } from "sst/constructs";
import { initProject } from "sst/project.js";

export type Resource = {
  Type: string;
  // What CloudFormation takes differs per type.
  // oxlint-disable-next-line typescript/no-explicit-any
  Properties: Record<string, any>;
  DeletionPolicy?: string;
};

export type Synthesis = {
  app: App;
  /** Every resource of every stack, under `Stack/LogicalId`. */
  resources: Record<string, Resource>;
  /** Those of one type. */
  ofType: (type: string) => Resource[];
};

/**
 * Defines and synthesizes a stage, without credentials or a network. NODE_ENV=test, which vitest sets, keeps SST from
 * looking up its bootstrap and from building the site: `web/build` must be there. One synthesis at a time.
 */
export async function synthesize(stage: string, define: (app: App) => void): Promise<Synthesis> {
  await initProject({ stage, root: process.cwd() } as Parameters<typeof initProject>[0]);
  const app = new App({
    mode: "deploy",
    stage,
    name: "thaw",
    region: "us-east-1",
    account: "123456789012",
  });
  define(app);
  await app.finish();
  const resources: Record<string, Resource> = {};
  for (const { stackName, template } of app.synth().stacks) {
    for (const [id, resource] of Object.entries(template.Resources as Record<string, Resource>)) {
      resources[`${stackName}/${id}`] = resource;
    }
  }
  const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);
  return { app, resources, ofType };
}
