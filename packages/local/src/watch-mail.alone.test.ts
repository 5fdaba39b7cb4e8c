import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measure, readMailFlow } from "@thaw/core/kernel/mail-flow/mail-flow";
import { log } from "@thaw/core/log";
import { expect, onTestFinished, test, vi } from "vitest";
import { prometheusText, watchMail } from "./watch-mail.ts";

test("figures of the mail are a file that its owner alone reads, in the form that Prometheus takes [OPS-15]", () => {
  const dir = mkdtempSync(join(tmpdir(), "thaw-mail-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const { totals } = readMailFlow();
  const before = totals.Sent.sum;
  measure("Sent", 1);
  measure("LatenessSeconds", 45);
  measure("LatenessSeconds", 500);
  onTestFinished(watchMail(dir));
  const file = join(dir, "metrics.prom");
  const text = readFileSync(file, "utf8");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(text).toContain(`\nthaw_sent_total ${before + 1}\n`);
  expect(text).toContain("\n# TYPE thaw_lateness_seconds histogram\n");
  expect(text).toMatch(/\nthaw_lateness_seconds_bucket\{le="60"\} 1\n/);
  expect(text).toMatch(/\nthaw_lateness_seconds_bucket\{le="900"\} 2\n/);
  for (const name of ["unknown_outcomes", "refused_logins", "overtaken_polls"]) {
    expect(text).toContain(`\nthaw_${name}_total 0\n`);
  }
  expect(text).toMatch(/\nthaw_oldest_due_seconds \d+\n/);
  for (const line of text.trimEnd().split("\n")) {
    expect(line).toMatch(/^(# (HELP|TYPE) thaw_\w+ .+|thaw_\w+(\{le="[\d.+Inf]+"\})? [\d.]+)$/);
  }
});

test("something due for a quarter of an hour in which nothing left is said once in the log, and that mail flows again [OPS-15]", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const failed = vi.spyOn(log, "error").mockReturnValue();
  const mended = vi.spyOn(log, "info").mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const dir = mkdtempSync(join(tmpdir(), "thaw-mail-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  onTestFinished(watchMail(dir));
  for (let minute = 1; minute <= 40; minute++) {
    measure("OldestDueSeconds", minute * 60);
    vi.advanceTimersByTime(60_000);
  }
  expect(readMailFlow().state).toBe("stands_still");
  expect(prometheusText(readMailFlow())).toContain("\nthaw_mail_stands_still 1\n");
  expect(failed).toHaveBeenCalledTimes(1);
  expect(failed).toHaveBeenCalledWith(expect.stringContaining("Mail stands still"), {
    oldestDueSeconds: expect.any(Number),
  });
  expect(mended).not.toHaveBeenCalled();

  measure("Sent", 1);
  vi.advanceTimersByTime(60_000);
  expect(readMailFlow().state).toBe("flows");
  expect(failed).toHaveBeenCalledTimes(1);
  expect(mended).toHaveBeenCalledWith("Mail flows again");
  // A campaign that has nothing due says so.
  vi.advanceTimersByTime(3_600_000);
  expect(readMailFlow()).toMatchObject({ state: "flows", oldestDueSeconds: 0 });
});
