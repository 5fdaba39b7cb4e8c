import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { startAws, type World } from "./aws.ts";
import { goodSettings, goodWorld } from "./good-world.ts";

const run = promisify(execFile);

/** Runs a script of npm's against a world, with the settings of a deployer. */
async function runScript(
  script: string,
  args: readonly string[],
  { world = goodWorld(), settings = goodSettings() as object } = {},
) {
  using aws = await startAws(world satisfies World);
  const folder = mkdtempSync(path.join(tmpdir(), "thaw-deploy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "thaw.settings.json");
  writeFileSync(file, JSON.stringify(settings));
  const env = { ...process.env, ...aws.environment, THAW_SETTINGS: file };
  const ended = run("node", [`scripts/${script}`, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      output: stdout + stderr,
    }),
  );
  return { ...(await ended), calls: aws.calls };
}

test("a deployment tells everything that blocks it at once, before it builds or writes anything [OPS-03]", async () => {
  const world = goodWorld();
  world.parameters = {};
  world.certificates = {};
  world.ses.production = false;
  const { code, output, calls } = await runScript("deploy.ts", ["--stage", "prod"], { world });
  expect(code).toBe(2);
  for (const told of ["SESSION_KEYS is not set", "EDGE_SECRET is not set", "no certificate arn:"]) {
    expect(output).toContain(told);
  }
  // It would not fail by that.
  expect(output).not.toContain("sandbox");
  for (const call of calls) expect(call).toMatch(/:(Get|List|Describe)/);
});

test("a deployment stops where the settings are wrong, the credentials expired or the secrets unreadable [OPS-03]", async () => {
  const args = ["--stage", "prod"];
  const wrong = await runScript("deploy.ts", args, {
    settings: { stages: { prod: { emailFrm: "x" } } },
  });
  expect(wrong).toMatchObject({
    code: 2,
    output: expect.stringContaining("did you mean emailFrom?"),
  });
  for (const [call, code] of [
    ["sts:GetCallerIdentity", "ExpiredToken"],
    ["ssm:GetParametersByPath", "AccessDeniedException"],
  ] as const) {
    const world = goodWorld();
    world.refused[call] = { status: 403, code };
    const stopped = await runScript("deploy.ts", args, { world });
    expect(stopped).toMatchObject({ code: 2, output: expect.stringContaining(call) });
  }
});

test("the doctor prints each finding with its mend, and ends with 1 where something has to be mended first [OPS-03]", async () => {
  const world = goodWorld();
  world.ses.production = false;
  const known = await runScript("doctor.mjs", ["--stage", "prod"], { world });
  expect(known.code).toBe(0);
  expect(known.output).toMatch(
    /^warns +email +SES is in its sandbox.*\n +→ SES console, us-east-1/m,
  );
  expect(known.output).toMatch(/^ok +credentials +account 123456789012/m);
  const blocked = await runScript("doctor.mjs", ["--stage", "prod"], { settings: {} });
  expect(blocked).toMatchObject({ code: 1, output: expect.stringMatching(/BLOCKS +settings/) });
  const misnamed = await runScript("doctor.mjs", ["--stage", "Prod"]);
  expect(misnamed).toMatchObject({ code: 2, output: expect.stringContaining("small letters") });
});
