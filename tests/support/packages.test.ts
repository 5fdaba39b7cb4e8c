import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readLock } from "../../scripts/lock-platforms.ts";

/** Says where it was called and how, and leaves what npm leaves. */
const NPM = `#!/bin/sh
echo "$(basename "$PWD") $*" >> "$CALLS"
mkdir -p node_modules && echo {} > node_modules/.package-lock.json
case "$*" in *--omit=dev*) ;; *) mkdir -p node_modules/tool ;; esac
`;

/** A checkout where nothing is installed, in a folder called "thaw". */
function bareMachine() {
  const above = mkdtempSync(path.join(tmpdir(), "thaw-packages-"));
  onTestFinished(() => rmSync(above, { recursive: true }));
  const at = (file: string) => path.join(above, "thaw", file);
  for (const folder of ["scripts", "stacks", "bin"]) mkdirSync(at(folder), { recursive: true });
  cpSync("scripts/packages.mjs", at("scripts/packages.mjs"));
  writeFileSync(at("package.json"), JSON.stringify({ devDependencies: { tool: "1.0.0" } }));
  for (const folder of ["", "stacks/"]) writeFileSync(at(`${folder}package-lock.json`), "{}");
  writeFileSync(at("bin/npm"), NPM, { mode: 0o755 });
  const env = { ...process.env, PATH: `${at("bin")}:${process.env.PATH}`, CALLS: at("calls") };
  return {
    /** @returns what npm was asked to install where, without what is the same each time */
    install: (needed: string): string[] => {
      rmSync(at("calls"), { force: true });
      const call = `import(${JSON.stringify(at("scripts/packages.mjs"))}).then((all) => all.installPackages("${needed}"))`;
      expect(spawnSync(process.execPath, ["-e", call], { env, encoding: "utf8" })).toMatchObject({
        status: 0,
        stderr: "",
      });
      if (!existsSync(at("calls"))) return [];
      const lines = readFileSync(at("calls"), "utf8").trimEnd().split("\n");
      return lines.map((line) =>
        line.replace(" install --no-audit --no-fund --loglevel=error", ""),
      );
    },
    /** As after `git pull`: the installation is older than the lock. */
    changeLock: (folder: string) => {
      const before = Date.now() / 1000 - 60;
      utimesSync(at(`${folder}node_modules/.package-lock.json`), before, before);
    },
  };
}

test("a start installs the product once, without what only tests and deployments need", () => {
  const { install } = bareMachine();
  expect(install("product")).toEqual(["thaw --omit=dev"]);
  expect(install("product")).toEqual([]);
});

test("what more is needed is installed by the first command that needs it", () => {
  const { install } = bareMachine();
  install("product");
  expect(install("deployment")).toEqual(["stacks"]);
  expect(install("everything")).toEqual(["thaw"]);
  for (const needed of ["product", "deployment", "everything"]) expect(install(needed)).toEqual([]);
});

test("a changed lock is installed again, and takes nobody's tools away", () => {
  const { install, changeLock } = bareMachine();
  expect(install("everything")).toEqual(["thaw", "stacks"]);
  changeLock("");
  expect(install("product")).toEqual(["thaw"]);
  changeLock("stacks/");
  expect(install("product")).toEqual([]);
  expect(install("deployment")).toEqual(["stacks"]);
});

test("the product's lock has no package that stacks/ asks for, besides those that the product itself asks for", () => {
  const asked = (file: string) =>
    readLock(file).packages[""]?.dependencies as Record<string, string>;
  const own = asked("package-lock.json");
  const foreign = Object.keys(asked("stacks/package-lock.json")).filter((name) => !(name in own));
  expect(foreign).toEqual(expect.arrayContaining(["sst", "aws-cdk-lib", "cdk-nag"]));
  const { packages } = readLock("package-lock.json");
  expect(foreign.filter((name) => packages[`node_modules/${name}`])).toEqual([]);
});
