import { beforeAll, describe, expect, test } from "vitest";
import { faultsOfRemoval, inTheWay, leftByRemoval, stacksOf } from "./rehearsal.ts";
import { type Resource, type Synthesis, synthesize } from "./synth.ts";

/** What acts by itself or is acted upon by something else: each could go on sending email. */
const ACTIVE =
  /^AWS::(Events::Rule|Scheduler::Schedule|Lambda::(Function|EventSourceMapping|Permission|Url)|SQS::Queue|ApiGatewayV2::Api)$/;

const TABLE = /^AWS::DynamoDB::Table /;
const KEY = /^AWS::KMS::Key /;
const FILES = /^AWS::S3::Bucket .*filesBucket/;

const says = (policy: string | undefined) => (resource: Resource) => {
  if (policy === undefined) delete resource.DeletionPolicy;
  else resource.DeletionPolicy = policy;
};
const goes = says("Delete");
const isReplaced = (resource: Resource) => {
  resource.UpdateReplacePolicy = "Delete";
};
const isOpen = ({ Properties }: Resource) => {
  Properties.DeletionProtectionEnabled = false;
};
const hasNoBackup = ({ Properties }: Resource) => {
  delete Properties.PointInTimeRecoverySpecification;
};

describe("stage prod", () => {
  let made: Synthesis;
  beforeAll(async () => {
    made = await synthesize("prod");
  });

  test("only the table, the bucket of files and the key outlive it: removed, it has nothing that could send; whichever stack fails when it is first made can be made again under the same names [OPS-02]", () => {
    const types = Object.values(made.resources).map(({ Type }) => Type);
    expect(types.filter((type) => ACTIVE.test(type)).length).toBeGreaterThan(50);
    // No clock, no queue, no function, and nothing that would call one.
    const left = Object.values(leftByRemoval(made.resources));
    expect(left.map(({ Type }) => Type).sort()).toEqual([
      "AWS::DynamoDB::Table",
      "AWS::KMS::Key",
      "AWS::S3::Bucket",
    ]);
    expect(stacksOf(made.resources)).toHaveLength(6);
    expect(made.ofType("Custom::S3AutoDeleteObjects").length).toBeGreaterThan(0);
    expect(faultsOfRemoval(made.resources)).toEqual([]);
  });

  test.each<[string, RegExp, (resource: Resource) => void, string]>([
    ["a table that goes with its stage", TABLE, goes, "the table is lost with its stage"],
    [
      "a bucket that goes with its stage",
      FILES,
      goes,
      "the bucket of files is lost with its stage",
    ],
    ["a key that goes with its stage", KEY, goes, "the key is lost with its stage"],
    [
      "a table that is not kept by name",
      TABLE,
      says(undefined),
      "the table is lost with its stage",
    ],
    [
      "a key that a failed creation leaves",
      KEY,
      says("Retain"),
      "the key is in the way of a second attempt",
    ],
    [
      "a table that is lost when replaced",
      TABLE,
      isReplaced,
      "the table is lost when it is replaced",
    ],
    ["a table without deletion protection", TABLE, isOpen, "the table can be deleted"],
    ["a table without recovery", TABLE, hasNoBackup, "the table cannot be restored"],
    ["a clock that stays", /^AWS::Events::Rule /, says("Retain"), "AWS::Events::Rule is kept"],
    ["a queue that stays", /^AWS::SQS::Queue /, says("Retain"), "AWS::SQS::Queue is kept"],
    [
      "a function that stays",
      /^AWS::Lambda::Function /,
      says("RetainExceptOnCreate"),
      "AWS::Lambda::Function is kept",
    ],
    [
      "what reads a queue and stays",
      /EventSourceMapping /,
      says("Snapshot"),
      "AWS::Lambda::EventSourceMapping is kept",
    ],
    [
      "a bucket of files that is emptied",
      /^Custom::S3AutoDelete/,
      (each) => {
        each.Properties.BucketName = "files";
      },
      "the bucket of files is emptied",
    ],
  ])("the rehearsal notices %s", (_, which, spoil, fault) => {
    const resources = structuredClone(made.resources);
    const entries = Object.entries(resources);
    const [, found] = entries.find(([path, { Type }]) => which.test(`${Type} ${path}`)) ?? [];
    if (!found) throw new Error(`Nothing is like ${which}`);
    spoil(found);
    expect(faultsOfRemoval(resources)).toContain(fault);
  });

  test("the rehearsal sees what would be in the way if everything were kept", () => {
    const kept = Object.entries(made.resources).map(([path, resource]): [string, Resource] => [
      path,
      { ...resource, DeletionPolicy: "Retain" },
    ]);
    const resources = Object.fromEntries(kept);
    for (const stack of stacksOf(resources)) expect(inTheWay(resources, stack)).not.toEqual([]);
  });
});

test("nothing at all outlives a development stage", async () => {
  const { resources } = await synthesize("dev");
  expect(leftByRemoval(resources)).toEqual({});
});
