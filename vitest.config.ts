import { defineConfig } from "vitest/config";
import { paced } from "./scripts/pace.ts";
import { VitestLines } from "./scripts/report-vitest.ts";

const table = { globalSetup: "./tests/support/table.ts" };
const limits = { testTimeout: paced(60_000), hookTimeout: paced(60_000) };
/** For tests that share ports, servers or an output folder. */
const serial = { fileParallelism: false, testTimeout: paced(60_000), hookTimeout: paced(300_000) };

/**
 * Those that put a server of their own where the rest of a process has the cloud's, read a whole table (theirs is small), or do
 * what the clock does for every account whose time has come: accounts of other tests would be among them.
 */
const ALONE = "packages/**/*.alone.test.ts";

export default defineConfig({
  test: {
    // "npm test" names a report, and listens for a word of each test.
    reporters: process.env.VITEST_REPORT
      ? ["verbose", new VitestLines(process.env.VITEST_REPORT)]
      : ["default", new VitestLines("reports/vitest.jsonl")],
    // What a test logs is shown where it fails. So that it is known whose it is, the product logs by the console here.
    silent: "passed-only",
    env: { POWERTOOLS_DEV: "true" },
    pool: "forks",
    // Half of a test of a table or a server is waiting.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "web/**/*.test.{ts,tsx}",
            "tests/support/**/*.test.ts",
            "tests/year/**/*.test.ts",
          ],
          exclude: [ALONE],
          // The files of a process share the modules that they load and the cloud that they start.
          isolate: false,
          setupFiles: "./tests/support/fresh-surroundings.ts",
          ...limits,
          ...table,
        },
      },
      {
        extends: true,
        test: {
          name: "unit-alone",
          include: [ALONE],
          // They read what the product writes to its outputs.
          env: { POWERTOOLS_DEV: "false" },
          fileParallelism: false,
          ...limits,
          ...table,
        },
      },
      {
        extends: true,
        test: {
          name: "infra",
          include: ["tests/infra/**/*.test.ts"],
          // All files share one synthesis per stage.
          isolate: false,
          // SST and CDK stay outside Vite's transform.
          server: { deps: { external: [/node_modules/] } },
          env: {
            SST_TELEMETRY_DISABLED: "1",
            AWS_REGION: "us-east-1",
            AWS_EC2_METADATA_DISABLED: "true",
            THAW_SETTINGS: "tests/infra/thaw.settings.json",
          },
          ...serial,
        },
      },
      {
        extends: true,
        test: { name: "local", include: ["tests/local/**/*.test.ts"], ...serial, ...table },
      },
      {
        extends: true,
        test: {
          name: "lab",
          include: ["tests/mail-lab/**/*.test.ts"],
          ...serial,
          globalSetup: [table.globalSetup, "./tests/mail-lab/global-setup.ts"],
        },
      },
    ],
  },
});
