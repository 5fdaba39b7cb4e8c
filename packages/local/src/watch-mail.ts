import { join } from "node:path";
import { MINUTE_MS } from "@thaw/core/duration";
import {
  CLASSES_SECONDS,
  type MailFlow,
  readMailFlow,
  type Total,
} from "@thaw/core/kernel/mail-flow/mail-flow";
import { METRICS, type Metric } from "@thaw/core/kernel/mail-flow/metric";
import { log } from "@thaw/core/log";
import { inLogContext } from "@thaw/core/log-context";
import { writePrivate } from "./data-folder.ts";

/** In the data folder, for the owner alone; Prometheus' node exporter reads such files (`--collector.textfile.directory`). */
const FILE = "metrics.prom";

/**
 * Writes once a minute how mail flows, and says at once in the log when it stands still and when it flows again. Returns what
 * ends it.
 */
export function watchMail(dir: string): () => void {
  let before: MailFlow["state"] = "flows";
  const look = () => {
    const flow = readMailFlow();
    writePrivate(join(dir, FILE), prometheusText(flow));
    if (flow.state !== before) logChange(flow);
    before = flow.state;
  };
  look();
  const timer = setInterval(() => {
    try {
      look();
    } catch (error) {
      log.error("The figures of the mail could not be written", { error });
    }
  }, MINUTE_MS);
  return () => clearInterval(timer);
}

function logChange({ state, oldestDueSeconds }: MailFlow): void {
  inLogContext({ function: "watchMail" }, () => {
    if (state === "stands_still") {
      log.error("Mail stands still: something is due and no email leaves, see docs/runbooks", {
        oldestDueSeconds,
      });
    } else {
      log.info("Mail flows again");
    }
  });
}

/** `LatenessSeconds` is `thaw_lateness_seconds`. */
const nameOf = (metric: string) =>
  `thaw_${metric.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()}`;

/** Prometheus' text format 0.0.4. Counts and seconds are since the product was started. */
export function prometheusText({ state, oldestDueSeconds, totals }: MailFlow): string {
  const names = (Object.keys(METRICS) as Metric[]).filter((name) => name !== "OldestDueSeconds");
  const lines = [
    ...names.flatMap((metric) => linesOf(metric, totals[metric])),
    ...gauge("thaw_oldest_due_seconds", METRICS.OldestDueSeconds.help, oldestDueSeconds),
    ...gauge(
      "thaw_mail_stands_still",
      "1: something is due and nothing leaves",
      state === "flows" ? 0 : 1,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function linesOf(metric: Metric, { count, sum, classes }: Total): string[] {
  const { unit, help } = METRICS[metric];
  const name = nameOf(metric);
  if (unit === "Count") {
    return [`# HELP ${name}_total ${help}`, `# TYPE ${name}_total counter`, `${name}_total ${sum}`];
  }
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} histogram`,
    ...CLASSES_SECONDS.map(
      (bound, index) => `${name}_bucket{le="${bound}"} ${classes[index] ?? 0}`,
    ),
    `${name}_bucket{le="+Inf"} ${count}`,
    `${name}_sum ${sum}`,
    `${name}_count ${count}`,
  ];
}

const gauge = (name: string, help: string, value: number): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  `${name} ${value}`,
];
