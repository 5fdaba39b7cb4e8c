import { environment } from "@thaw/data/config";
import { logContext } from "../../log-context.ts";
import { takeMeasured } from "./mail-flow.ts";
import { METRICS } from "./metric.ts";

const NAMESPACE = "Thaw";
/** Of one metric in one line (CloudWatch, "embedded metric format specification"). */
const MOST_VALUES = 100;

/** Lambda sets it, and nothing else does. */
export const isLambda = (): boolean => environment("AWS_LAMBDA_FUNCTION_NAME") !== undefined;

/**
 * Writes what was measured to standard output, in the format that CloudWatch makes metrics of, one dimension of each: the stage.
 * Outside of Lambda it stays where it is, to be read by `readMailFlow`.
 */
export function writeMetrics(): void {
  const measured = [...takeMeasured()];
  if (!isLambda()) return;
  const longest = Math.max(0, ...measured.map(([, values]) => values.length));
  for (let from = 0; from < longest; from += MOST_VALUES) {
    const part = measured.flatMap(([name, values]) => {
      const own = values.slice(from, from + MOST_VALUES);
      return own.length > 0 ? [[name, own] as const] : [];
    });
    const { function: name = "none", requestId = "none" } = logContext();
    const line = {
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [
          {
            Namespace: NAMESPACE,
            Dimensions: [["Stage"]],
            Metrics: part.map(([metric]) => ({ Name: metric, Unit: METRICS[metric].unit })),
          },
        ],
      },
      Stage: environment("SST_STAGE") ?? "none",
      function: name,
      requestId,
      accountId: 0,
      ...Object.fromEntries(part),
    };
    // Not by the console: Lambda puts what that prints into an envelope, where CloudWatch sees no metric.
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}
