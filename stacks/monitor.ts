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
import { openedKeysAlarm } from "./key-alarm.ts";
import { settingsOf } from "./settings.ts";
import { storage } from "./storage.ts";
import {
  mailMetric,
  type Watch,
  watchDeadLetters,
  watchFunctions,
  watchHttp,
  watchMail,
  watchPages,
  watchQueueAges,
  watchSchedule,
  watchStreams,
  watchTable,
  watchThrottles,
} from "./watches.ts";
import { web } from "./web.ts";
import { workers } from "./workers.ts";

/**
 * Alarms on permanent stages, a topic that tells the operator, and one page of graphs. Alarms are shared by what one runbook mends,
 * since each metric that an alarm looks at is paid for whether anything happens or not.
 */
export function monitor(context: StackContext) {
  const { stack, app } = context;
  const { operatorEmail, permanent } = settingsOf(app.stage);
  const topic = new Topic(stack, "alarms", { displayName: `Thaw ${app.stage}`, enforceSSL: true });
  if (operatorEmail) topic.addSubscription(new EmailSubscription(operatorEmail));
  const action = new SnsAction(topic);
  // CloudWatch takes money for each alarm, and nobody gets up at night for a development stage.
  const watched = permanent ? watches(context) : [];
  for (const { id, meaning, metric, limit, wrongWhen, periods } of watched) {
    const alarm = new Alarm(stack, id, {
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
    });
    alarm.addAlarmAction(action);
    // Who was woken wants to know that it is over.
    alarm.addOkAction(action);
  }
  if (permanent) {
    const openedKeys = openedKeysAlarm(stack, use(storage).encryptionKey);
    openedKeys.addAlarmAction(action);
    openedKeys.addOkAction(action);
  }
  const dashboard = new Dashboard(stack, "dashboard", { dashboardName: `thaw-${app.stage}` });
  dashboard.addWidgets(
    ...graphs(app.stage).map(
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

const redrive = (stage: string) =>
  `Which and what with: npm run dead-letters -- list --stage ${stage}; when the cause is mended, give them back with redrive: docs/runbooks/dead-letters.md`;

/** Queues of which one alarm tells: those that mail goes through, and all others. */
const MAIL_QUEUES: ReadonlySet<QueueName> = new Set([
  "plan",
  "send",
  "poll",
  "reply",
  "linkedin",
  "remind",
]);
const GROUPS = {
  mail: queueNames.filter((name) => MAIL_QUEUES.has(name)),
  other: queueNames.filter((name) => !MAIL_QUEUES.has(name)),
} as const;

function watches({ app: { stage } }: StackContext): Watch[] {
  const { queues, table } = use(storage);
  const all = functions();
  const named = (name: string) => {
    const fn = all.get(name);
    if (!fn) throw new Error(`No function ${name}`);
    return fn;
  };
  const some = (names: readonly string[]) => new Map(names.map((name) => [name, named(name)]));
  const deadOf = (names: readonly QueueName[]) =>
    names.map((name) => [name, queues[name].deadLetters] as const);
  const stream = ["stream", use(workers).streamDeadLetters] as const;
  const agesOf = (names: readonly QueueName[]) =>
    names.map((name) => ({
      name,
      queue: queues[name].queue.cdk.queue,
      lateAfterSeconds: manifest.queues[name].lateAfterSeconds,
    }));
  const schedules = Object.entries(manifest.schedules);
  return [
    ...watchMail(stage),
    watchDeadLetters("mail", new Map([...deadOf(GROUPS.mail), stream]), redrive(stage)),
    watchDeadLetters("other", new Map(deadOf(GROUPS.other)), redrive(stage)),
    watchQueueAges("mail", agesOf(GROUPS.mail)),
    watchQueueAges("other", agesOf(GROUPS.other)),
    watchStreams(some(Object.values(manifest.table.streams).map(({ consumer }) => consumer))),
    watchFunctions(some([...schedules.map(([, { consumer }]) => consumer), manifest.websocket])),
    watchThrottles(),
    ...schedules.map(([name, { consumer }]) => watchSchedule(name, named(consumer))),
    watchHttp(use(api).http),
    watchPages(named("site")),
    watchTable(table),
  ];
}

/** Three dashboards of fifty metrics each are free. */
function graphs(stage: string): { title: string; left: readonly IMetric[] }[] {
  const { queues } = use(storage);
  const { httpApi } = use(api).http.cdk;
  const all = functions();
  // Whom people wait for, and what mail goes through.
  const main = ["api", "site", "onTick", "onPlan", "onSend", "onPoll"].flatMap(
    (name) => all.get(name) ?? [],
  );
  return [
    {
      title: "Emails",
      left: [
        mailMetric(stage, "Sent", "Sum"),
        mailMetric(stage, "UnknownOutcomes", "Sum"),
        mailMetric(stage, "RefusedLogins", "Sum"),
        mailMetric(stage, "OvertakenPolls", "Sum"),
      ],
    },
    {
      title: "Seconds late",
      left: [
        mailMetric(stage, "LatenessSeconds", "p99"),
        mailMetric(stage, "OldestDueSeconds", "Maximum"),
        mailMetric(stage, "ReplySeconds", "p95"),
      ],
    },
    { title: "API requests", left: [httpApi.metricCount(), httpApi.metricServerError()] },
    { title: "API latency, p99", left: [httpApi.metricLatency({ statistic: "p99" })] },
    { title: "Function errors", left: main.map((fn) => fn.metricErrors()) },
    {
      title: "Function duration, p95",
      left: main.map((fn) => fn.metricDuration({ statistic: "p95" })),
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
