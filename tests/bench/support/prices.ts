/** AWS's prices in us-east-1 on demand, US dollars, as they stood in January 2026. Look them up before you rely on a sum. */
export const PRICES = {
  /** DynamoDB, a million write and read request units, and a GB of a month. */
  write: 0.625,
  read: 0.125,
  tableGbMonth: 0.25,
  /** SQS, a million requests. */
  queue: 0.4,
  /** Lambda on arm64: a second of 1 GB, and a million invocations. */
  lambdaGbSecond: 0.000_013_333_4,
  lambdaRequest: 0.2,
  /** KMS, a million requests, and a key. */
  keyRequest: 3,
  keyMonth: 1,
  /** CloudWatch: a GB of logs, an alarm on one metric, a metric of the product's own. */
  logGb: 0.5,
  alarmMonth: 0.1,
  metricMonth: 0.3,
} as const;
