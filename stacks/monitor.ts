import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { type StackContext, use } from "sst/constructs";
import { app as manifest, type QueueName } from "../packages/core/src/manifest.ts";
import { api } from "./api.ts";
import { settingsOf } from "./settings.ts";
import { storage } from "./storage.ts";
import {
  type Watch,
  watchDeadLetters,
  watchFunction,
  watchHttp,
  watchPages,
  watchQueueAge,
  watchSchedule,
  watchStream,
  watchTable,
} from "./watches.ts";
import { web } from "./web.ts";
import { workers } from "./workers.ts";

/** Alarms on permanent stages, a topic that tells the operator, and one page of graphs. */
export function monitor(context: StackContext) {
  const { stack, app } = context;
  const { operatorEmail, permanent } = settingsOf(app.stage);
  const topic = new Topic(stack, "alarms", { displayName: `Thaw ${app.stage}`, enforceSSL: true });
  if (operatorEmail) topic.addSubscription(new EmailSubscription(operatorEmail));
  const action = new SnsAction(topic);
  // CloudWatch takes money for each alarm, and nobody gets up at night for a development stage.
  const watched = permanent ? watches(context) : [];
  for (const { id, meaning, metric, limit, wrongWhen, periods } of watched) {
    new Alarm(stack, id, {
      metric,
      threshold: limit,
      evaluationPeriods: periods,
      alarmDescription: meaning,
      comparisonOperator:
        wrongWhen === "above"
          ? ComparisonOperator.GREATER_THAN_THRESHOLD
          : ComparisonOperator.LESS_THAN_THRESHOLD,
      // No data means no traffic, which is only wrong where there must be some.
      treatMissingData:
        wrongWhen === "above" ? TreatMissingData.NOT_BREACHING : TreatMissingData.BREACHING,
    }).addAlarmAction(action);
  }
  const dashboard = new Dashboard(stack, "dashboard", { dashboardName: `thaw-${app.stage}` });
  dashboard.addWidgets(
    ...graphs().map(
      ({ title, left }) =>
        // CDK's own types disagree about optional properties.
        new GraphWidget({ title, left: [...left], width: 12, height: 6 }) as IWidget,
    ),
  );
  stack.addOutputs({ AlarmTopic: topic.topicArn });
}

const queueNames = Object.keys(manifest.queues) as QueueName[];

/** Every Lambda of the product by name; the site's server is `site`. */
function functions(): Map<string, IFunction> {
  const { server } = use(web);
  return new Map<string, IFunction>([
    ...use(api).functions,
    ...use(workers).functions,
    ...(server ? [["site", server] as const] : []),
  ]);
}

const redrive = (stage: string, name: string) =>
  `See what it is with: npm run dead-letters -- list ${name} --stage ${stage}; when its cause is mended, give it back with redrive`;

function watches({ app }: StackContext): Watch[] {
  const { queues, table } = use(storage);
  const all = functions();
  const named = (name: string) => {
    const fn = all.get(name);
    if (!fn) throw new Error(`No function ${name}`);
    return fn;
  };
  return [
    ...queueNames.flatMap((name) => [
      watchDeadLetters(name, queues[name].deadLetters, redrive(app.stage, name)),
      watchQueueAge(name, queues[name].queue.cdk.queue, manifest.queues[name].visibilitySeconds),
    ]),
    watchDeadLetters(
      "stream",
      use(workers).streamDeadLetters,
      "It names a part of the table's stream, which is kept for 24 hours: see docs/deploy.md",
    ),
    ...Object.entries(manifest.table.streams).map(([name, { consumer }]) =>
      watchStream(name, named(consumer)),
    ),
    ...[...all].flatMap(([name, fn]) => watchFunction(name, fn)),
    ...Object.entries(manifest.schedules).map(([name, { consumer }]) =>
      watchSchedule(name, named(consumer)),
    ),
    watchHttp(use(api).http),
    watchPages(named("site")),
    ...watchTable(table),
  ];
}

function graphs(): { title: string; left: readonly IMetric[] }[] {
  const { queues } = use(storage);
  const { httpApi } = use(api).http.cdk;
  const all = [...functions().values()];
  return [
    { title: "API requests", left: [httpApi.metricCount(), httpApi.metricServerError()] },
    {
      title: "API latency",
      left: [
        httpApi.metricLatency({ statistic: "p50" }),
        httpApi.metricLatency({ statistic: "p99" }),
      ],
    },
    { title: "Function errors", left: all.map((fn) => fn.metricErrors()) },
    {
      title: "Function duration, p95",
      left: all.map((fn) => fn.metricDuration({ statistic: "p95" })),
    },
    {
      title: "Queue age",
      left: queueNames.map((name) =>
        queues[name].queue.cdk.queue.metricApproximateAgeOfOldestMessage(),
      ),
    },
    {
      title: "Given up",
      left: queueNames.map((name) =>
        queues[name].deadLetters.metricApproximateNumberOfMessagesVisible(),
      ),
    },
  ];
}
