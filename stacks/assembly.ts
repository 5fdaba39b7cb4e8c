import "./resolve.ts";
import { rmSync } from "node:fs";
import { Aspects } from "aws-cdk-lib/core";
import { AwsSolutionsChecks } from "cdk-nag";
import { App } from "sst/constructs";
import { initProject } from "sst/project.js";
import { stacks } from "./app.ts";

/**
 * What a stage would deploy, with what cdk-nag says of it; made without credentials or a network. NODE_ENV=test keeps SST from
 * looking up its bootstrap and from building the site.
 */
export async function assemble(stage: string): Promise<ReturnType<App["synth"]>> {
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
  return app.synth();
}
