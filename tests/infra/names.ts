import type { Synthesis } from "./synth.ts";

/** Names that are unique within something of the stage's own, and so no names of the account; by type and property. */
const WITHIN: readonly (readonly [type: RegExp, property: RegExp])[] = [
  [/^AWS::DynamoDB::Table$/, /\.(AttributeName|IndexName)$/],
  [/^AWS::IAM::Policy$/, /^\.PolicyName$/],
  [/^AWS::ApiGatewayV2::Stage$/, /^\.StageName$/],
  [/^AWS::CloudWatch::Alarm$/, /(MetricName|Dimensions\[\]\.Name)$/],
  [/^AWS::CloudFront::Distribution$/, /(DomainName|HeaderName)$/],
];

/** What an account has once, whatever runs in it. */
const OF_ACCOUNT: readonly (readonly [type: RegExp, property: RegExp])[] = [
  // API Gateway writes its logs under one role in a region; SST makes it where there is none.
  [/^Custom::APIGatewayCloudWatchRole$/, /^\.roleName$/],
  // The bucket of CDK's bootstrap.
  [/^Custom::S3Uploader$/, /^\.sources\[\]\.bucketName$/],
];

type Named = { type: string; property: string; name: string };

function* leaves(value: unknown, path = ""): Generator<[string, unknown]> {
  if (Array.isArray(value)) for (const each of value) yield* leaves(each, `${path}[]`);
  else if (typeof value === "object" && value !== null && !isIntrinsic(value)) {
    for (const [key, each] of Object.entries(value)) yield* leaves(each, `${path}.${key}`);
  } else yield [path, value];
}

const isIntrinsic = (value: object) => /^(Ref|Fn::\w+)$/.test(Object.keys(value)[0] ?? "");

/** Of what stands for something of a stack, which is another one in each stage. */
const inStack = (value: unknown, stack: string): string =>
  typeof value === "string" ? value : `${stack} ${JSON.stringify(value)}`;

/** Every name that a stage takes in its account: of resources, and of what stacks export. */
export function namesOf({ resources, exported }: Synthesis): Named[] {
  const names: Named[] = [];
  for (const [path, { Type: type, Properties }] of Object.entries(resources)) {
    const [stack = ""] = path.split("/");
    for (const [property, value] of leaves(Properties)) {
      const isName = /(^|\.)(\w*Name)$/i.test(property) && value !== undefined;
      const isFree = [...WITHIN, ...OF_ACCOUNT].some(
        ([ofType, field]) => ofType.test(type) && field.test(property),
      );
      if (isName && !isFree) names.push({ type, property, name: inStack(value, stack) });
    }
  }
  for (const name of Object.values(exported)) {
    names.push({ type: "Export", property: "", name: inStack(name, "") });
  }
  return names;
}

/** Names that two stages both take. */
export function sharedNames(one: Synthesis, other: Synthesis): string[] {
  const key = ({ type, name }: Named) => `${type} ${name}`;
  const taken = new Set(namesOf(one).map(key));
  return [...new Set(namesOf(other).map(key))].filter((name) => taken.has(name));
}

/** The longest names that services take ("Quotas" of each). */
const LONGEST: Readonly<Record<string, number>> = {
  "AWS::ApiGatewayV2::Api": 128,
  "AWS::CloudFront::CachePolicy": 128,
  "AWS::CloudFront::ConnectionGroup": 64,
  "AWS::CloudFront::Function": 64,
  "AWS::CloudFront::KeyValueStore": 64,
  "AWS::CloudFront::OriginAccessControl": 64,
  "AWS::CloudWatch::Dashboard": 255,
  "AWS::Logs::LogGroup": 512,
  "AWS::SNS::Topic": 100,
  "AWS::SQS::Queue": 80,
  "AWS::SSM::Parameter": 1_011,
  Export: 255,
};

/** Names that are too long, or whose limit nobody has looked up. */
export const tooLong = (stage: Synthesis): string[] =>
  namesOf(stage).flatMap(({ type, property, name }) => {
    // What refers to another resource has the name that AWS made up for that.
    if (name.includes("{")) return [];
    const longest = LONGEST[type];
    if (longest === undefined) return [`${type}${property}: no limit is known`];
    return name.length > longest ? [`${type}${property}: ${name}`] : [];
  });
