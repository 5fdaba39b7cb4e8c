import { existsSync, readFileSync, statSync } from "node:fs";
import { type FunctionName, app as manifest, type QueueName } from "@thaw/core/manifest";
import { beforeAll, expect, test } from "vitest";
import { bundleFile, entries, loadedAtStart, SITE_ENTRY } from "../../scripts/bundle-file.ts";
import { STAGE_WITH_DOMAIN } from "./stage-with-domain.ts";
import { type Resource, type Synthesis, synthesize } from "./synth.ts";

let made: Synthesis;
beforeAll(async () => {
  made = await synthesize(STAGE_WITH_DOMAIN);
});

const functionNames = Object.keys(manifest.functions) as FunctionName[];
const queueNames = Object.keys(manifest.queues) as QueueName[];
const properties = (type: string) => made.ofType(type).map(({ Properties }) => Properties);

/** The logical id of the Lambda that runs a function of the manifest. */
function logicalId(name: FunctionName): string {
  const handler = `${manifest.functions[name].entry}.handler`;
  const found = Object.entries(made.resources).find(
    ([, { Properties }]) => Properties?.Handler === handler,
  );
  if (!found) throw new Error(`No Lambda runs ${name}`);
  return found[0].split("/")[1] ?? "";
}

/** Everything that points at a logical id of its own stack or, through an export, of another one. */
const mentions = (value: unknown, id: string) => JSON.stringify(value).includes(id);

const eventSources = (name: FunctionName) =>
  properties("AWS::Lambda::EventSourceMapping").filter(({ FunctionName: of }) =>
    mentions(of, logicalId(name)),
  );

test("the table is the manifest's: keys, sparse indexes of keys only, expiry, stream", () => {
  const { pk, sk, indexes, ttl } = manifest.table;
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: "HASH" },
    { AttributeName: range, KeyType: "RANGE" },
  ];
  expect(properties("AWS::DynamoDB::Table")).toMatchObject([
    {
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: keys(pk, sk),
      StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" },
      TimeToLiveSpecification: { AttributeName: ttl, Enabled: true },
      GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, index]) => ({
        IndexName,
        KeySchema: keys(index.pk, index.sk),
        Projection: { ProjectionType: "KEYS_ONLY" },
      })),
    },
  ]);
});

test("the bucket is closed to the public, takes forms of browsers, and drops what nobody took into use, and exports, after a day [UPL-10]", () => {
  const files = Object.entries(made.resources).flatMap(([id, { Type, Properties }]) =>
    Type === "AWS::S3::Bucket" && id.includes("filesBucket") ? [Properties] : [],
  );
  expect(files).toMatchObject([
    {
      PublicAccessBlockConfiguration: { BlockPublicAcls: true },
      CorsConfiguration: { CorsRules: [{ AllowedMethods: ["POST", "GET"] }] },
      LifecycleConfiguration: {
        Rules: expect.arrayContaining([
          expect.objectContaining({ Prefix: "upload/", ExpirationInDays: 1, Status: "Enabled" }),
          expect.objectContaining({ Prefix: "export/", ExpirationInDays: 1, Status: "Enabled" }),
        ]),
      },
    },
  ]);
});

test("a message is hidden at least six times as long as its consumer may run; an import or export, which has a lease, a minute longer", () => {
  for (const name of queueNames) {
    const { visibilitySeconds, consumer } = manifest.queues[name];
    const { timeoutSeconds } = manifest.functions[consumer];
    const isLeased = name === "import" || name === "export";
    const least = isLeased ? timeoutSeconds + 60 : 6 * timeoutSeconds;
    expect(visibilitySeconds, name).toBeGreaterThanOrEqual(least);
  }
});

test("every queue is read as the manifest says, message by message, and gives up into dead letters", () => {
  const queues = properties("AWS::SQS::Queue").filter(({ RedrivePolicy }) => RedrivePolicy);
  expect(
    queues.map(({ VisibilityTimeout, RedrivePolicy }) => [
      VisibilityTimeout,
      RedrivePolicy.maxReceiveCount,
    ]),
  ).toEqual(
    queueNames.map((name) => [
      manifest.queues[name].visibilitySeconds,
      manifest.queues[name].maxReceives,
    ]),
  );
  for (const name of queueNames) {
    const { consumer, batchSize, windowSeconds } = manifest.queues[name];
    expect(eventSources(consumer), name).toMatchObject([
      {
        BatchSize: batchSize,
        MaximumBatchingWindowInSeconds: windowSeconds,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
      },
    ]);
  }
});

test("whatever floods the queues, people and programs are answered: AWS runs 1,000 functions at once", () => {
  const most = queueNames.map((name) => {
    const [source] = eventSources(manifest.queues[name].consumer);
    const { MaximumConcurrency } = source?.ScalingConfig ?? {};
    expect(MaximumConcurrency, name).toBe(manifest.queues[name].concurrency);
    return Number(MaximumConcurrency);
  });
  expect(most.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(600);
});

test("an alarm of dead letters says what to do, and which queues it is about by the names that they have", () => {
  const alarms = properties("AWS::CloudWatch::Alarm").map(
    ({ AlarmDescription }) => AlarmDescription,
  );
  const names = properties("AWS::SQS::Queue").map(({ QueueName }) => QueueName);
  const command = `npm run dead-letters -- list --stage ${STAGE_WITH_DOMAIN}`;
  const told = alarms.flatMap((alarm: string) =>
    alarm.includes(command) ? [alarm.replace(command, "")] : [],
  );
  for (const name of queueNames) {
    expect(names, name).toContain(`${STAGE_WITH_DOMAIN}-thaw-${name}`);
    expect(
      told.filter((alarm) => new RegExp(`\\b${name}\\b`).test(alarm)),
      name,
    ).toHaveLength(1);
  }
});

test.each(Object.entries(manifest.table.streams))(
  "the stream brings %s only the manifest's entities, splits a failing batch and keeps what it gives up",
  (_, spec) => {
    const { consumer, batchSize, windowSeconds, retries, entities, goneEntities } = spec;
    const [source, ...more] = eventSources(consumer);
    expect(more).toEqual([]);
    expect(source).toMatchObject({
      BatchSize: batchSize,
      MaximumBatchingWindowInSeconds: windowSeconds,
      MaximumRetryAttempts: retries,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    });
    expect(mentions(source?.DestinationConfig.OnFailure, "streamdeadletters")).toBe(true);
    const filters = source?.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
      JSON.parse(Pattern),
    );
    expect(filters).toEqual([
      { dynamodb: { NewImage: { __edb_e__: { S: [...entities] } } } },
      { eventName: ["REMOVE"], dynamodb: { OldImage: { __edb_e__: { S: [...goneEntities] } } } },
    ]);
  },
);

test("every route, schedule and websocket event reaches its function", () => {
  const routes = properties("AWS::ApiGatewayV2::Route").map(({ RouteKey }) => RouteKey);
  expect(new Set(routes)).toEqual(
    new Set([...Object.keys(manifest.routes), "$connect", "$disconnect", "$default"]),
  );
  const rules = properties("AWS::Events::Rule");
  expect(rules.map(({ ScheduleExpression }) => ScheduleExpression)).toEqual(
    Object.values(manifest.schedules).map(({ every }) => every),
  );
  for (const { consumer } of Object.values(manifest.schedules)) {
    expect(rules.filter(({ Targets }) => mentions(Targets, logicalId(consumer)))).toHaveLength(1);
  }
});

const SERVICES = {
  table: ["dynamodb"],
  buckets: ["s3"],
  queues: ["sqs"],
  secrets: ["ssm"],
  email: ["ses"],
  encryption: ["kms"],
  edge: ["acm", "cloudfront", "cloudfront-keyvaluestore"],
  websocket: ["execute-api"],
  secretCalls: ["lambda"],
};

test("a function may call only the services that its uses name, and may never scan the table", () => {
  const consumers = new Set<string>(
    [...Object.values(manifest.queues), ...Object.values(manifest.table.streams)].map(
      ({ consumer }) => consumer,
    ),
  );
  for (const name of functionNames) {
    const { uses } = manifest.functions[name];
    const actions = roleActions(name);
    const services = new Set(actions.map((action) => action.split(":")[0] ?? ""));
    expect(services, name).toEqual(
      new Set([
        "xray",
        ...Object.entries(SERVICES).flatMap(([use, of]) => (use in uses ? of : [])),
        ...(consumers.has(name) ? ["sqs"] : []),
        ...(name === manifest.websocket ? ["execute-api"] : []),
      ]),
    );
    expect(
      actions.filter((action) => /Scan|\*/.test(action)),
      name,
    ).toEqual([]);
  }
});

test("one function alone changes what the edge answers for: this stage's store, distribution and tenants", () => {
  const edge = functionNames.filter((name) => "edge" in manifest.functions[name].uses);
  expect(edge).toEqual(["onDomain"]);
  const rights = statements("onDomain").filter(({ Action }) =>
    JSON.stringify(Action).includes("cloudfront"),
  );
  const resourcesOf = (action: string) =>
    rights.filter(({ Action }) => [Action].flat().includes(action)).map(({ Resource }) => Resource);
  const [store] = Object.entries(made.resources).filter(
    ([, { Type }]) => Type === "AWS::CloudFront::KeyValueStore",
  );
  const [distribution] = Object.entries(made.resources).filter(
    ([, { Type, Properties }]) =>
      Type === "AWS::CloudFront::Distribution" &&
      Properties.DistributionConfig.ConnectionMode === "tenant-only",
  );
  const idOf = (found: [string, unknown] | undefined) => found?.[0].split("/")[1] ?? "none";
  for (const action of ["DescribeKeyValueStore", "PutKey", "DeleteKey"]) {
    const [resource, ...more] = resourcesOf(`cloudfront-keyvaluestore:${action}`);
    expect([mentions(resource, idOf(store)), more], action).toEqual([true, []]);
  }
  const arns = resourcesOf("cloudfront:CreateDistributionTenant")
    .flat()
    .map((arn) => JSON.stringify(arn));
  expect(arns).toHaveLength(3);
  const [tenants, own, connections] = arns;
  expect(tenants).toContain(":distribution-tenant/*");
  expect([own?.includes(":distribution/"), mentions(own, idOf(distribution))]).toEqual([
    true,
    true,
  ]);
  expect(connections).toContain(":connection-group/");
  for (const action of ["DeleteDistributionTenant", "GetDistributionTenantByDomain"]) {
    const [resource, ...more] = resourcesOf(`cloudfront:${action}`).map((arn) =>
      JSON.stringify(arn),
    );
    expect([resource?.includes(":distribution-tenant/*"), more], action).toEqual([true, []]);
  }
});

/** What the role of a function allows. */
function roleActions(name: FunctionName): string[] {
  return statements(name).flatMap(({ Action }) => Action);
}

type Statement = { Action: string | string[]; Resource: unknown };

const statements = (name: FunctionName): Statement[] =>
  policiesOf(name).flatMap(({ Properties }) => Properties.PolicyDocument.Statement);

function policiesOf(name: FunctionName): Resource[] {
  const handler = `${manifest.functions[name].entry}.handler`;
  const fn = made
    .ofType("AWS::Lambda::Function")
    .find(({ Properties }) => Properties.Handler === handler);
  const role = fn?.Properties.Role["Fn::GetAtt"][0] as string;
  return made
    .ofType("AWS::IAM::Policy")
    .filter(({ Properties }) => mentions(Properties.Roles, role));
}

type Alarm = Resource["Properties"];
type AlarmMetric = { Id: string; Expression?: string; MetricStat?: object };

/** The metrics that an alarm looks at: each is billed. */
const metricsOf = ({ Metrics, MetricName }: Alarm): unknown[] =>
  MetricName ? [MetricName] : Metrics.filter((each: { MetricStat?: object }) => each.MetricStat);

test("every queue, dead letters included, and every function has an alarm that tells someone, also that it is over", () => {
  const alarms = properties("AWS::CloudWatch::Alarm");
  for (const { AlarmActions, OKActions } of alarms) {
    expect(mentions(AlarmActions, "alarms")).toBe(true);
    expect(OKActions).toEqual(AlarmActions);
  }
  const watched = (id: string, metric: string) =>
    alarms.filter((alarm) =>
      metricsOf(alarm).some((each) => mentions(each, id) && mentions(each, metric)),
    ).length;
  const queues = Object.entries(made.resources).filter(
    ([, { Type }]) => Type === "AWS::SQS::Queue",
  );
  expect(queues).toHaveLength(2 * queueNames.length + 1);
  for (const [path, { Properties }] of queues) {
    const id = path.split("/")[1] ?? "";
    // Dead letters: any message. Others: how old the oldest is.
    const metric = Properties.RedrivePolicy
      ? "ApproximateAgeOfOldestMessage"
      : "ApproximateNumberOfMessagesVisible";
    expect(watched(id, metric), path).toBe(1);
  }
  // What fails comes again to those that read a queue, and is a 5xx of those that are asked: these are seen there.
  const readers = queueNames.map((name): string => manifest.queues[name].consumer);
  const ofStream = Object.values(manifest.table.streams).map(({ consumer }) => consumer);
  for (const name of ofStream) expect(watched(logicalId(name), "IteratorAge"), name).toBe(1);
  const seen = [...readers, ...ofStream, "api", manifest.secretFunction];
  const alone = functionNames.filter((name) => !seen.includes(name));
  expect(alone).toEqual(["onTick", "onSocket"]);
  for (const name of alone) expect(watched(logicalId(name), '"Errors"'), name).toBe(1);
  for (const metric of ['"5xx"', '"Url5xxCount"', '"Throttles"']) {
    expect(alarms.filter((alarm) => mentions(alarm, metric)).length, metric).toBe(1);
  }
  const tick = logicalId(manifest.schedules.tick.consumer);
  const silent = alarms.filter(({ TreatMissingData }) => TreatMissingData === "breaching");
  expect(silent.filter((alarm) => mentions(alarm, tick))).toHaveLength(1);
});

test("each queue is late by a limit of its own, and not after the longest delay that SQS knows", () => {
  const ages = properties("AWS::CloudWatch::Alarm").filter((alarm) =>
    mentions(alarm, "ApproximateAgeOfOldestMessage"),
  );
  for (const name of queueNames) {
    const { lateAfterSeconds } = manifest.queues[name];
    const told = ages.filter(({ AlarmDescription }) =>
      new RegExp(`[:,] ${name} ${lateAfterSeconds} s\\b`).test(AlarmDescription),
    );
    expect(told, name).toHaveLength(1);
    const looks: AlarmMetric[] = told[0]?.Metrics ?? [];
    const own = looks.find(({ MetricStat = {} }) => mentions(MetricStat, logicalIdOfQueue(name)));
    const Expression = looks.find((each) => each.Expression)?.Expression;
    expect(Expression, name).toContain(`FILL(${own?.Id}, 0) / ${lateAfterSeconds}`);
  }
  expect(manifest.queues.poll.lateAfterSeconds).toBeLessThanOrEqual(600);
});

/** The logical id of a queue of the manifest. */
function logicalIdOfQueue(name: QueueName): string {
  const found = Object.entries(made.resources).find(
    ([, { Type, Properties }]) =>
      Type === "AWS::SQS::Queue" && Properties.QueueName === `${STAGE_WITH_DOMAIN}-thaw-${name}`,
  );
  return found?.[0].split("/")[1] ?? "none";
}

test("something is due and nothing leaves: an alarm says so within a quarter of an hour and ten minutes more [OPS-15]", () => {
  const [alarm, ...more] = properties("AWS::CloudWatch::Alarm").filter((each) =>
    mentions(each, '"OldestDueSeconds"'),
  );
  expect(more).toEqual([]);
  expect(alarm).toMatchObject({ Threshold: 900, EvaluationPeriods: 2 });
  const stats = alarm?.Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: object } }) =>
    MetricStat ? [MetricStat.Metric] : [],
  );
  const dimensions = {
    Namespace: "Thaw",
    Dimensions: [{ Name: "Stage", Value: STAGE_WITH_DOMAIN }],
  };
  expect(stats).toEqual([
    { ...dimensions, MetricName: "OldestDueSeconds" },
    { ...dimensions, MetricName: "Sent" },
  ]);
});

test("alarms look at no more metrics than the idle stage can pay, and each names a page that says what to do", () => {
  const alarms = properties("AWS::CloudWatch::Alarm");
  const counts = alarms.map((alarm) => metricsOf(alarm).length);
  const metrics = counts.reduce((sum, each) => sum + each, 0);
  const dollars = (metrics * 0.1).toFixed(2);
  console.log(`${alarms.length} alarms look at ${metrics} metrics: $${dollars} a month`);
  expect(metrics).toBeLessThanOrEqual(48);
  // CloudWatch takes ten in one alarm.
  expect(Math.max(...counts)).toBeLessThanOrEqual(10);
  for (const { AlarmDescription } of alarms) {
    const [, page] = /(docs\/runbooks\/[\w-]+\.md)/.exec(AlarmDescription) ?? [];
    expect(page, AlarmDescription).toBeDefined();
    expect(existsSync(page ?? ""), page).toBe(true);
  }
  const [dashboard] = properties("AWS::CloudWatch::Dashboard");
  const shown = JSON.stringify(dashboard).match(/\[\\"(AWS\/|Thaw)/g) ?? [];
  expect(shown.length).toBeLessThanOrEqual(50);
});

/** The site renders every page; a screen's own code is loaded with its first request. */
const LARGER: Record<string, number> = { [SITE_ENTRY]: 1.1e6 };

test("a cold start loads at most 1 MB of code, or what is granted by name", () => {
  for (const entry of entries) {
    const file = bundleFile(entry);
    if (!file) throw new Error(`No bundle of ${entry}`);
    const parts = loadedAtStart(file);
    const bytes = parts.reduce((sum, part) => sum + statSync(part).size, 0);
    expect(bytes, entry).toBeLessThanOrEqual(LARGER[entry] ?? 1e6);
    // The SDK's own client of the table: we have a smaller one.
    const hasClient = parts.some((part) =>
      readFileSync(part, "utf8").includes("com.amazonaws.dynamodb"),
    );
    expect(hasClient, entry).toBe(false);
  }
});
