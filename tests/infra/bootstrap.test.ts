import { readFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootstrapOnce } from "../../stacks/bootstrap.ts";
import { bootstrapState } from "../../stacks/doctor/bootstrap.ts";
import { ACCOUNT, type More, REGION, startAws, type World } from "./aws.ts";
import { goodWorld } from "./good-world.ts";

const STACK = "CDKToolkit";
const ARN = `arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${STACK}/1`;
const CHANGE_SET = `arn:aws:cloudformation:${REGION}:${ACCOUNT}:changeSet/bootstrap/1`;

const result = (action: string, inside: string) =>
  `<${action}Response xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><${action}Result>${inside}</${action}Result></${action}Response>`;

/** CloudFormation as it makes a stack by a change set; `made` gets the template. */
function cloudFormation(made: string[]): More {
  return (call, asked, world) => {
    switch (call) {
      case "cloudformation:CreateChangeSet":
        made.push(asked.get("TemplateBody") ?? asked.get("TemplateURL") ?? "");
        return result("CreateChangeSet", `<Id>${CHANGE_SET}</Id><StackId>${ARN}</StackId>`);
      case "cloudformation:DescribeChangeSet":
        return result(
          "DescribeChangeSet",
          `<ChangeSetName>bootstrap</ChangeSetName><ChangeSetId>${CHANGE_SET}</ChangeSetId><StackName>${STACK}</StackName><StackId>${ARN}</StackId><Status>CREATE_COMPLETE</Status><ExecutionStatus>AVAILABLE</ExecutionStatus><Changes><member><Type>Resource</Type><ResourceChange><Action>Add</Action><LogicalResourceId>StagingBucket</LogicalResourceId><ResourceType>AWS::S3::Bucket</ResourceType></ResourceChange></member></Changes>`,
        );
      case "cloudformation:ExecuteChangeSet":
        world.stacks[STACK] = { outputs: { BootstrapVersion: versionOf(made), BucketName: "b" } };
        return result("ExecuteChangeSet", "");
      case "cloudformation:DescribeStackEvents":
        return result("DescribeStackEvents", "<StackEvents></StackEvents>");
      case "cloudformation:DeleteChangeSet":
      case "cloudformation:UpdateTerminationProtection":
        return result(call.split(":")[1] ?? "", `<StackId>${ARN}</StackId>`);
      case "cloudformation:GetTemplate":
        return result("GetTemplate", "<TemplateBody>{}</TemplateBody>");
      default:
        return undefined;
    }
  };
}

/** What CDK writes into the template as its own version. */
const versionOf = (made: readonly string[]) =>
  /CdkBootstrapVersion[^]*?Value["']?: ["']?(\d+)/.exec(made.at(-1) ?? "")?.[1] ?? "none";

async function inWorld(change: (world: World) => void) {
  const world = goodWorld();
  change(world);
  const made: string[] = [];
  const aws = await startAws(world, cloudFormation(made));
  onTestFinished(() => {
    aws[Symbol.dispose]();
    vi.unstubAllEnvs();
  });
  for (const [name, value] of Object.entries(aws.environment)) vi.stubEnv(name, value);
  await bootstrapOnce(ACCOUNT, REGION);
  return { made, calls: aws.calls };
}

test("an account that is not bootstrapped gets the bootstrap of the CDK that the lock file pins", async () => {
  const { made } = await inWorld(({ stacks }) => void delete stacks[STACK]);
  expect(made).toHaveLength(1);
  const folder = "stacks/node_modules/@aws-cdk/toolkit-lib/";
  const pinned = readFileSync(`${folder}lib/api/bootstrap/bootstrap-template.yaml`, "utf8");
  expect(versionOf(made)).toBe(versionOf([pinned]));
  expect(await bootstrapState(REGION)).toEqual({ kind: "ready", version: Number(versionOf(made)) });
  const { dependencies } = JSON.parse(readFileSync("stacks/package.json", "utf8"));
  expect(dependencies["@aws-cdk/toolkit-lib"]).toMatch(/^\d/);
});

test("one that SST would bootstrap again is brought up to date, and one that is ready left alone", async () => {
  const old = { outputs: { BootstrapVersion: "13", BucketName: "b" } };
  const { made } = await inWorld(({ stacks }) => void (stacks[STACK] = old));
  expect(made).toHaveLength(1);
  const { calls } = await inWorld(() => {});
  expect(new Set(calls)).toEqual(new Set(["cloudformation:DescribeStacks"]));
});
