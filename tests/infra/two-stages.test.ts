import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { namesOf, sharedNames, tooLong } from "./names.ts";
import { leftByRemoval } from "./rehearsal.ts";
import { type Resource, type Synthesis, synthesize } from "./synth.ts";

/** As long as a name may be, and the same letters: what CDK leaves out or cuts off must not make one of the two. */
const LONG = ["abcdefghi-jklmnopqr-stuvwxyz-1", "abcdefghij-klmnopqr-stuvwxyz-1"] as const;
const NAMES = ["prod", ...LONG] as const;

/** SST's and CDK's own helpers, and what each leaves behind when its resource is deleted. */
const LEFT_BY_HELPER: Readonly<Record<string, string>> = {
  "Custom::APIGatewayCloudWatchRole": "apigateway-cloudwatch-logs-role",
  "Custom::AssetReplacer": "",
  "Custom::CloudFrontInvalidator": "",
  "Custom::S3AutoDeleteObjects": "",
  "Custom::S3Uploader": "",
  "Custom::SecretPrefetcher": "",
};

const made = new Map<string, Synthesis>();
// A hook each, with the time that one synthesis may take.
for (const name of NAMES) {
  beforeAll(async () => {
    made.set(name, await synthesize(name));
  });
}
const stage = (name: string): Synthesis => {
  const found = made.get(name);
  if (!found) throw new Error(`${name} is not made`);
  return found;
};

/** A copy of a stage in which one resource is spoilt. */
function spoilt(name: string, type: string, spoil: (resource: Resource) => void): Synthesis {
  const copy = { ...stage(name), resources: structuredClone(stage(name).resources) };
  const found = Object.values(copy.resources).find(({ Type }) => Type === type);
  if (!found) throw new Error(`No ${type}`);
  spoil(found);
  return copy;
}

describe("two stages of one account [OPS-24]", () => {
  test("share no name of any resource or export", () => {
    expect(namesOf(stage(LONG[0])).length).toBeGreaterThan(60);
    const types = new Set(namesOf(stage(LONG[0])).map(({ type }) => type));
    for (const type of ["SSM::Parameter", "CloudFront::CachePolicy", "CloudFront::Function"].concat(
      "CloudWatch::Dashboard",
      "Logs::LogGroup",
      "SQS::Queue",
    )) {
      expect([...types]).toContain(`AWS::${type}`);
    }
    expect([...types]).toContain("Export");
    for (const [at, one] of NAMES.entries()) {
      for (const other of NAMES.slice(at + 1)) {
        expect(sharedNames(stage(one), stage(other)), `${one} and ${other}`).toEqual([]);
      }
    }
  });

  test.each<[string, (resource: Resource) => void]>([
    ["AWS::SQS::Queue", ({ Properties }) => void (Properties.QueueName = "dev-thaw-plan")],
    [
      "AWS::SSM::Parameter",
      ({ Properties }) => void (Properties.Name = "/sst/thaw/dev/Queue/plan/queueUrl"),
    ],
    [
      "AWS::CloudWatch::Dashboard",
      ({ Properties }) => void (Properties.DashboardName = "thaw-dev"),
    ],
    ["AWS::IAM::Role", ({ Properties }) => void (Properties.RoleName = "thaw")],
  ])("are told when both name a resource alike: %s", (type, spoil) => {
    const [one, other] = [spoilt(LONG[0], type, spoil), spoilt("prod", type, spoil)];
    expect(sharedNames(one, other)).toEqual([expect.stringContaining(type)]);
  });

  test("have names that every service takes, however long the stage's own may be", () => {
    for (const name of NAMES) expect(tooLong(stage(name)), name).toEqual([]);
  });
});

describe.each([LONG[0]])("removing the development stage %s leaves nothing [OPS-24]", (name) => {
  const ofType = (type: string) => stage(name).ofType(type);

  test("no resource is kept or refuses to be deleted", () => {
    expect(leftByRemoval(stage(name).resources)).toEqual({});
    for (const { Properties } of ofType("AWS::DynamoDB::Table")) {
      expect(Properties.DeletionProtectionEnabled).toBe(false);
    }
  });

  test("every bucket is emptied first", () => {
    const buckets = Object.entries(stage(name).resources).filter(
      ([, { Type }]) => Type === "AWS::S3::Bucket",
    );
    const emptied = ofType("Custom::S3AutoDeleteObjects").map(({ Properties }) =>
      JSON.stringify(Properties.BucketName),
    );
    expect(buckets.length).toBeGreaterThan(1);
    const ids = buckets.map(([path]) => JSON.stringify({ Ref: path.split("/")[1] }));
    expect(emptied.sort()).toEqual(ids.sort());
  });

  test("every function, those of helpers too, logs to a group that goes with its stage", () => {
    const { resources } = stage(name);
    const functions = Object.entries(resources).filter(
      ([, { Type }]) => Type === "AWS::Lambda::Function",
    );
    expect(functions.length).toBeGreaterThan(20);
    for (const [path, { Properties }] of functions) {
      const [stack] = path.split("/");
      const group = resources[`${stack}/${Properties.LoggingConfig?.LogGroup?.Ref}`];
      expect(group, path).toMatchObject({
        Type: "AWS::Logs::LogGroup",
        DeletionPolicy: "Delete",
        Properties: { RetentionInDays: 7 },
      });
    }
    // It would make groups that no stack knows.
    expect(ofType("Custom::LogRetention")).toEqual([]);
  });

  test("what SST's helpers leave in the account is named in the documentation", () => {
    const helpers = Object.values(stage(name).resources).flatMap(({ Type }) =>
      Type.startsWith("Custom::") ? [Type] : [],
    );
    expect(Object.keys(LEFT_BY_HELPER)).toEqual(expect.arrayContaining(helpers));
    const text = readFileSync("docs/deploy.md", "utf8");
    for (const left of Object.values(LEFT_BY_HELPER)) expect(text).toContain(left);
  });

  test("nobody pays for alarms of it", () => {
    expect(ofType("AWS::CloudWatch::Alarm")).toEqual([]);
    expect(stage("prod").ofType("AWS::CloudWatch::Alarm").length).toBeGreaterThan(10);
  });
});
