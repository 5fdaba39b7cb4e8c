import {
  type Alarm,
  AnomalyDetectionAlarm,
  ComparisonOperator,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { Duration } from "aws-cdk-lib/core";
import type { Construct } from "constructs";

/**
 * Told where far more data keys are opened than at this hour on other days: how many are opened follows from how many accounts
 * there are, so no fixed number would do. One call opens all secrets of an account: whoever reads those of all accounts makes as
 * many calls at once as all workers in five minutes.
 */
export const openedKeysAlarm = (scope: Construct, key: IKey): Alarm =>
  new AnomalyDetectionAlarm(scope, "opened-keys-alarm", {
    alarmDescription:
      "Many more secrets of accounts are opened than usual: see which role does it in CloudTrail (Decrypt), and docs/runbooks/leaked-secret.md",
    metric: new Metric({
      namespace: "AWS/KMS",
      metricName: "SuccessfulRequest",
      dimensionsMap: { KeyArn: key.keyArn, Operation: "Decrypt" },
      period: Duration.minutes(5),
      statistic: "Sum",
    }),
    stdDevs: 4,
    evaluationPeriods: 2,
    comparisonOperator: ComparisonOperator.GREATER_THAN_UPPER_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
