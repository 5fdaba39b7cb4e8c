import { type IMetric, MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration } from "aws-cdk-lib/core";
import type { Api, Table } from "sst/constructs";
import {
  LATE_AFTER_SECONDS,
  type Metric as MailMetric,
  REPLY_LATE_AFTER_SECONDS,
  STANDS_STILL_AFTER_SECONDS,
} from "../packages/core/src/kernel/mail-flow/metric.ts";

/** One thing that someone must act on when it happens. */
export type Watch = {
  id: string;
  /** With the page of docs/runbooks that says what to do. */
  meaning: string;
  metric: IMetric;
  /** Wrong beyond this value. */
  limit: number;
  wrongWhen: "above" | "below";
  /** For so many periods of five minutes in a row. */
  periods: number;
};

const period = Duration.minutes(5);
/** One of a handful must wake nobody: shares count from so many on. */
const LEAST = 20;

const runbook = (page: string) => `What to do: docs/runbooks/${page}.md`;

/** A metric of the product's own: see packages/core/src/kernel/mail-flow. */
export const mailMetric = (stage: string, metricName: MailMetric, statistic: string) =>
  new Metric({
    namespace: "Thaw",
    metricName,
    dimensionsMap: { Stage: stage },
    period,
    statistic,
  });

/** Does mail leave, does it leave in time, and do replies come in? docs/objectives.md says what was promised. */
export function watchMail(stage: string): Watch[] {
  const sent = mailMetric(stage, "LatenessSeconds", "SampleCount");
  const replies = mailMetric(stage, "ReplySeconds", "SampleCount");
  return [
    {
      id: "mail-stands-still-alarm",
      meaning: `Something is due and no email leaves. ${runbook("mail-stands-still")}`,
      metric: new MathExpression({
        expression: "IF(FILL(sent, 0) == 0, FILL(due, 0), 0)",
        label: "seconds that something is due for while nothing leaves",
        usingMetrics: {
          due: mailMetric(stage, "OldestDueSeconds", "Maximum"),
          sent: mailMetric(stage, "Sent", "Sum"),
        },
        period,
      }),
      limit: STANDS_STILL_AFTER_SECONDS,
      wrongWhen: "above",
      periods: 2,
    },
    share("mail-late-alarm", {
      meaning: `More than 1 % of emails leave later than ${LATE_AFTER_SECONDS} s after their slot. ${runbook("mail-stands-still")}`,
      part: mailMetric(stage, "LatenessSeconds", Stats.percentileRank(LATE_AFTER_SECONDS)),
      all: sent,
      limit: 1,
    }),
    share("replies-late-alarm", {
      meaning: `More than 5 % of replies are seen later than ${REPLY_LATE_AFTER_SECONDS} s after they came. ${runbook("provider-outage")}`,
      part: mailMetric(stage, "ReplySeconds", Stats.percentileRank(REPLY_LATE_AFTER_SECONDS)),
      all: replies,
      limit: 5,
    }),
    {
      id: "mail-unknown-alarm",
      meaning: `Of more than 10 emails in five minutes nobody can know whether they left. ${runbook("provider-outage")}`,
      metric: mailMetric(stage, "UnknownOutcomes", "Sum"),
      limit: 10,
      wrongWhen: "above",
      periods: 1,
    },
  ];
}

/** What lies beyond a bound, in percent, where there are enough values to say so. */
function share(
  id: string,
  { meaning, part, all, limit }: { meaning: string; part: IMetric; all: IMetric; limit: number },
): Watch {
  return {
    id,
    meaning,
    metric: new MathExpression({
      expression: `IF(FILL(all, 0) >= ${LEAST}, 100 - within, 0)`,
      label: "percent",
      usingMetrics: { within: part, all },
      period,
    }),
    limit,
    wrongWhen: "above",
    periods: 3,
  };
}

/** @param group of queues that one alarm watches: which of them it is, the dashboard shows */
export function watchDeadLetters(
  group: string,
  queues: ReadonlyMap<string, IQueue>,
  remedy: string,
): Watch {
  const all = [...queues.values()].map((queue) =>
    queue.metricApproximateNumberOfMessagesVisible({ period, statistic: "Maximum" }),
  );
  return {
    id: `${group}-dead-letters-alarm`,
    meaning: `A message was given up, of one of: ${[...queues.keys()].join(", ")}. ${remedy}`,
    metric: new MathExpression({
      expression: `SUM([${all.map((_, index) => `FILL(m${index}, 0)`).join(", ")}])`,
      label: "messages given up",
      usingMetrics: numbered(all),
      period,
    }),
    limit: 0,
    wrongWhen: "above",
    periods: 1,
  };
}

/** Of the queues of a group the age that is farthest beyond its own limit; 1 is the limit. */
export function watchQueueAges(
  group: string,
  queues: readonly { name: string; queue: IQueue; lateAfterSeconds: number }[],
): Watch {
  const ages = queues.map(({ queue }) =>
    queue.metricApproximateAgeOfOldestMessage({ period, statistic: "Maximum" }),
  );
  const parts = queues.map(
    ({ lateAfterSeconds }, index) => `FILL(m${index}, 0) / ${lateAfterSeconds}`,
  );
  const limits = queues.map(({ name, lateAfterSeconds }) => `${name} ${lateAfterSeconds} s`);
  return {
    id: `${group}-age-alarm`,
    meaning: `A queue falls behind. Its oldest message is older than: ${limits.join(", ")}. ${runbook("mail-stands-still")}`,
    metric: new MathExpression({
      expression: `MAX([${parts.join(", ")}])`,
      label: "age of the oldest message, in parts of its limit",
      usingMetrics: numbered(ages),
      period,
    }),
    limit: 1,
    wrongWhen: "above",
    periods: 2,
  };
}

const numbered = (metrics: readonly IMetric[]): Record<string, IMetric> =>
  Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));

/**
 * Functions whose failures nothing else shows. A job that fails comes again until it is dead or old, an answer of the API or the site
 * is a 5xx, and a reader of the stream falls behind.
 */
export function watchFunctions(functions: ReadonlyMap<string, IFunction>): Watch {
  const errors = [...functions.values()].map((fn) => fn.metricErrors({ period, statistic: "Sum" }));
  return {
    id: "functions-errors-alarm",
    meaning: `Three or more invocations in five minutes fail, of: ${[...functions.keys()].join(", ")}. ${runbook("mail-stands-still")}`,
    metric: new MathExpression({
      expression: `SUM([${errors.map((_, index) => `FILL(m${index}, 0)`).join(", ")}])`,
      label: "failed invocations",
      usingMetrics: numbered(errors),
      period,
    }),
    limit: 2,
    wrongWhen: "above",
    periods: 3,
  };
}

/** Of all functions of the AWS account together: they share its concurrency, so that one that takes it all harms the others. */
export function watchThrottles(): Watch {
  return {
    id: "functions-throttles-alarm",
    meaning: `Functions are refused for want of concurrency. ${runbook("quota")}`,
    metric: new Metric({
      namespace: "AWS/Lambda",
      metricName: "Throttles",
      period,
      statistic: "Sum",
    }),
    limit: LEAST,
    wrongWhen: "above",
    periods: 3,
  };
}

/** Without its tick nothing is planned or polled, and nothing else would fail. */
export function watchSchedule(name: string, fn: IFunction): Watch {
  return {
    id: `${name}-missing-alarm`,
    meaning: `Schedule ${name} has stopped. ${runbook("mail-stands-still")}`,
    metric: fn.metricInvocations({ period, statistic: "Sum" }),
    limit: 1,
    wrongWhen: "below",
    periods: 3,
  };
}

/** Of all readers of the table's stream the one that is farthest behind. */
export function watchStreams(functions: ReadonlyMap<string, IFunction>): Watch {
  const ages = [...functions.values()].map((fn) =>
    fn.metric("IteratorAge", { period, statistic: "Maximum" }),
  );
  return {
    id: "stream-age-alarm",
    meaning: `What follows from changes lags behind the table (${[...functions.keys()].join(", ")}); its stream forgets after 24 hours. ${runbook("mail-stands-still")}`,
    metric: new MathExpression({
      expression: `MAX([${ages.map((_, index) => `FILL(m${index}, 0)`).join(", ")}])`,
      label: "milliseconds behind",
      usingMetrics: numbered(ages),
      period,
    }),
    limit: Duration.minutes(15).toMilliseconds(),
    wrongWhen: "above",
    periods: 3,
  };
}

export const watchHttp = ({ cdk: { httpApi } }: Api): Watch =>
  watchAnswers("http", "the API's answers", {
    failures: httpApi.metricServerError({ period, statistic: "Sum" }),
    requests: httpApi.metricCount({ period, statistic: "Sum" }),
  });

/** A page that fails is an answer, too: the function itself does not fail. */
export const watchPages = (server: IFunction): Watch =>
  watchAnswers("site", "pages", {
    failures: server.metric("Url5xxCount", { period, statistic: "Sum" }),
    requests: server.metric("UrlRequestCount", { period, statistic: "Sum" }),
  });

function watchAnswers(
  name: string,
  what: string,
  usingMetrics: { failures: IMetric; requests: IMetric },
): Watch {
  return {
    id: `${name}-failures-alarm`,
    meaning: `More than 1 % of ${what} are 5xx, five or more in five minutes. ${runbook("quota")}`,
    metric: new MathExpression({
      expression: `IF(requests >= ${LEAST} AND failures >= 5, 100 * failures / requests, 0)`,
      label: "answers of 5xx in percent",
      usingMetrics,
      period,
    }),
    limit: 1,
    wrongWhen: "above",
    periods: 3,
  };
}

export function watchTable(table: Table): Watch {
  const refused = ["ReadThrottleEvents", "WriteThrottleEvents"].map(
    (metricName) =>
      new Metric({
        namespace: "AWS/DynamoDB",
        metricName,
        dimensionsMap: { TableName: table.tableName },
        period,
        statistic: "Sum",
      }),
  );
  return {
    id: "table-throttles-alarm",
    meaning: `The table refuses requests: a partition is too hot. ${runbook("quota")}`,
    metric: new MathExpression({
      expression: "FILL(m0, 0) + FILL(m1, 0)",
      label: "refused requests",
      usingMetrics: numbered(refused),
      period,
    }),
    limit: LEAST,
    wrongWhen: "above",
    periods: 3,
  };
}
