import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration } from "aws-cdk-lib/core";
import type { Api, Table } from "sst/constructs";

/** One thing that someone must act on when it happens. */
export type Watch = {
  id: string;
  meaning: string;
  metric: IMetric;
  /** Wrong beyond this value. */
  limit: number;
  wrongWhen: "above" | "below";
  /** For so many periods of five minutes in a row. */
  periods: number;
};

const period = Duration.minutes(5);
/** SQS holds a message back for so long at most. */
const LONGEST_DELAY_SECONDS = 900;

/** @param remedy what the operator does about them */
export function watchDeadLetters(name: string, queue: IQueue, remedy: string): Watch {
  return {
    id: `${name}-dead-letters-alarm`,
    meaning: `A message of ${name} was given up. ${remedy}`,
    metric: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: "Maximum" }),
    limit: 0,
    wrongWhen: "above",
    periods: 1,
  };
}

/** Age is right up to the longest delay and one retry. */
export function watchQueueAge(name: string, queue: IQueue, visibilitySeconds: number): Watch {
  return {
    id: `${name}-age-alarm`,
    meaning: `Queue ${name} falls behind`,
    metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: "Maximum" }),
    limit: LONGEST_DELAY_SECONDS + visibilitySeconds,
    wrongWhen: "above",
    periods: 3,
  };
}

export function watchFunction(name: string, fn: IFunction): Watch[] {
  const errors = new MathExpression({
    expression: "100 * errors / invocations",
    label: `${name}: failed invocations in percent`,
    usingMetrics: {
      errors: fn.metricErrors({ period, statistic: "Sum" }),
      invocations: fn.metricInvocations({ period, statistic: "Sum" }),
    },
    period,
  });
  return [
    {
      id: `${name}-errors-alarm`,
      meaning: `More than 5 % of the invocations of ${name} fail`,
      metric: errors,
      limit: 5,
      wrongWhen: "above",
      periods: 3,
    },
    {
      id: `${name}-throttles-alarm`,
      meaning: `${name} is refused for want of concurrency`,
      metric: fn.metricThrottles({ period, statistic: "Sum" }),
      limit: 0,
      wrongWhen: "above",
      periods: 3,
    },
  ];
}

/** Without its tick nothing is planned or polled, and nothing else would fail. */
export function watchSchedule(name: string, fn: IFunction): Watch {
  return {
    id: `${name}-missing-alarm`,
    meaning: `Schedule ${name} has stopped`,
    metric: fn.metricInvocations({ period, statistic: "Sum" }),
    limit: 1,
    wrongWhen: "below",
    periods: 3,
  };
}

export function watchStream(name: string, fn: IFunction): Watch {
  return {
    id: `${name}-stream-age-alarm`,
    meaning: `What follows from changes lags behind the table (${name}); its stream forgets after 24 hours`,
    metric: fn.metric("IteratorAge", { period, statistic: "Maximum" }),
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
    meaning: `More than 1 % of ${what} are 5xx`,
    metric: new MathExpression({
      expression: "100 * failures / requests",
      label: "answers of 5xx in percent",
      usingMetrics,
      period,
    }),
    limit: 1,
    wrongWhen: "above",
    periods: 3,
  };
}

export function watchTable(table: Table): Watch[] {
  return ["ReadThrottleEvents", "WriteThrottleEvents"].map((metricName) => ({
    id: `table-${metricName}-alarm`,
    meaning: "The table refuses requests: a partition is too hot",
    metric: new Metric({
      namespace: "AWS/DynamoDB",
      metricName,
      dimensionsMap: { TableName: table.tableName },
      period,
      statistic: "Sum",
    }),
    limit: 0,
    wrongWhen: "above",
    periods: 3,
  }));
}
