import { expect, test } from "vitest";
import {
  addMissing,
  findMissing,
  LOCKS,
  type Lock,
  PLATFORMS,
  readLock,
} from "../../scripts/lock-platforms.ts";

/** As npm leaves it on Linux: of what rollup names, only what could be installed here. */
function lockWithout(...dropped: string[]): Lock {
  const names = PLATFORMS.map(
    (each) => `@rollup/rollup-${each}${each.startsWith("l") ? "-gnu" : ""}`,
  );
  const optionalDependencies = Object.fromEntries(
    [...names, "@rollup/rollup-linux-x64-musl", "@rollup/rollup-win32-x64-msvc"].map((name) => [
      name,
      "4.0.0",
    ]),
  );
  const built = names
    .filter((name) => !dropped.includes(name))
    .map((name) => [`node_modules/a/node_modules/${name}`, { version: "4.0.0", dev: true }]);
  return {
    packages: {
      "node_modules/a/node_modules/rollup": { version: "4.0.0", optionalDependencies },
      ...Object.fromEntries(built),
    },
  };
}

test("the locks have an entry for each platform of each package that is built for platforms [OPS-19]", () => {
  for (const file of LOCKS)
    expect(findMissing(readLock(file)), `${file}: node scripts/lock-platforms.ts`).toEqual([]);
  const { packages } = readLock("package-lock.json");
  for (const platform of PLATFORMS) {
    const [os, cpu] = platform.split("-");
    const here = Object.entries(packages).filter(
      ([, entry]) => entry.os?.includes(os!) && entry.cpu?.includes(cpu!),
    );
    const families = here.map(([key]) => key.split("node_modules/").at(-1)?.split("/")[0]);
    // What builds the pages, what keeps the data, what checks the code.
    expect(families).toEqual(
      expect.arrayContaining([
        "@rollup",
        "@esbuild",
        "@dynoxide",
        "@biomejs",
        "@oxlint",
        "@oxlint-tsgolint",
      ]),
    );
    for (const [key, entry] of here) expect(entry, key).toMatchObject({ optional: true });
  }
});

test("what npm dropped is found, and put back beside what it kept", () => {
  const gone = ["@rollup/rollup-darwin-x64", "@rollup/rollup-linux-arm64-gnu"];
  const lock = lockWithout(...gone);
  expect(findMissing(lock).map(({ path }) => path.split("a/node_modules/")[1])).toEqual(
    gone.toReversed(),
  );
  const { packages } = addMissing(lock);
  expect(packages["node_modules/a/node_modules/@rollup/rollup-darwin-x64"]).toEqual({
    version: "4.0.0",
    os: ["darwin"],
    cpu: ["x64"],
    dev: true,
    optional: true,
  });
  expect(packages["node_modules/a/node_modules/@rollup/rollup-linux-arm64-gnu"]).toMatchObject({
    libc: ["glibc"],
  });
  expect(findMissing({ packages })).toEqual([]);
  expect(addMissing({ packages })).toEqual({ packages });
});

test("an entry of another version is no entry", () => {
  const lock = lockWithout();
  lock.packages["node_modules/a/node_modules/@rollup/rollup-darwin-x64"]!.version = "3.9.9";
  expect(findMissing(lock)).toMatchObject([{ platform: "darwin-x64", version: "4.0.0" }]);
});
