import { expect, onTestFinished, test, vi } from "vitest";
import { writeMetrics } from "./embedded-metrics.ts";
import { measure, takeMeasured } from "./mail-flow.ts";
import { METRICS } from "./metric.ts";

/** What is written to standard output. */
function hear(): string[] {
  const lines: string[] = [];
  const spy = vi
    .spyOn(process.stdout, "write")
    .mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => spy.mockRestore());
  return lines;
}

test("in Lambda an invocation's values are one line of CloudWatch's format with the stage as the only dimension, and nothing otherwise [OPS-15]", () => {
  const lines = hear();
  takeMeasured();
  measure("Sent", 1);
  writeMetrics();
  expect(lines).toEqual([]);

  vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", "onSend");
  vi.stubEnv("SST_STAGE", "prod");
  onTestFinished(() => void vi.unstubAllEnvs());
  writeMetrics();
  expect(lines).toEqual([]);
  measure("Sent", 1);
  measure("Sent", 1);
  measure("LatenessSeconds", 3.5);
  writeMetrics();
  writeMetrics();
  expect(lines).toHaveLength(1);
  const [line = ""] = lines;
  expect(line).toMatch(/^\{[^\n]+\}\n$/);
  expect(JSON.parse(line)).toMatchObject({
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: "Thaw",
          Dimensions: [["Stage"]],
          Metrics: [
            { Name: "Sent", Unit: "Count" },
            { Name: "LatenessSeconds", Unit: "Seconds" },
          ],
        },
      ],
    },
    Stage: "prod",
    Sent: [1, 1],
    LatenessSeconds: [3.5],
  });
});

test("a line has at most a hundred values of a metric, as CloudWatch takes them, and none is lost [OPS-15]", () => {
  const lines = hear();
  vi.stubEnv("AWS_LAMBDA_FUNCTION_NAME", "onSend");
  onTestFinished(() => void vi.unstubAllEnvs());
  takeMeasured();
  for (let index = 0; index < 250; index++) measure("LatenessSeconds", index);
  measure("Sent", 1);
  writeMetrics();
  const values = lines.map((line) => JSON.parse(line).LatenessSeconds as number[]);
  expect(values.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(values.flat()).toEqual(Array.from({ length: 250 }, (_, index) => index));
  expect(lines.map((line) => JSON.parse(line).Sent)).toEqual([[1], undefined, undefined]);
});

test("there are at most seven metrics, for each costs as long as it is told [OPS-15]", () => {
  expect(Object.keys(METRICS).length).toBeLessThanOrEqual(7);
});
