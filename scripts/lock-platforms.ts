// `node scripts/lock-platforms.ts`: puts back the packages of other platforms that npm has dropped from the lock files.
import { readFileSync, writeFileSync } from "node:fs";

export const LOCKS = ["package-lock.json", "stacks/package-lock.json"];

/** Where Thaw installs, builds and starts. On Windows that is Linux, by WSL. */
export const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"] as const;

type Platform = (typeof PLATFORMS)[number];
type Entry = {
  version?: string;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
} & Record<string, unknown>;
export type Lock = { packages: Record<string, Entry> };
/** `path` is the key in the lock. */
export type Missing = { path: string; platform: Platform; version: string; sibling: string };

/** Of "@rollup/rollup-linux-x64-gnu" "linux-x64"; none of a package for other libraries or processors. */
function platformOf(name: string): Platform | undefined {
  return PLATFORMS.find((platform) =>
    name
      .replace(/-gnu$/, "")
      .split("/")
      .at(-1)
      ?.match(new RegExp(`(^|-)${platform}$`)),
  );
}

/** Where Node finds `name` from the package at `from`. */
function resolve({ packages }: Lock, name: string, from: string): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))
  ) {
    const path = `${folder ? `${folder}/` : ""}node_modules/${name}`;
    if (packages[path]) return path;
    if (!folder) return undefined;
  }
}

/**
 * The packages for one of the platforms that an entry of the lock names as optional, and that have no entry.
 *
 * @throws Error for a package that has none of a family at all: there is nothing to go by
 */
export function findMissing(lock: Lock): Missing[] {
  const missing = Object.entries(lock.packages).flatMap(([from, { optionalDependencies = {} }]) => {
    const family = Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const platform = platformOf(name);
      return platform ? [{ name, version, platform, found: resolve(lock, name, from) }] : [];
    });
    return family.flatMap(({ name, version, platform, found }) => {
      if (found && lock.packages[found]?.version === version) return [];
      const sibling = family.find((each) => each.found);
      if (!sibling?.found) throw new Error(`${from || "package.json"}: the lock has no ${name}`);
      const path = sibling.found.slice(0, -sibling.name.length) + name;
      return [{ path, platform, version, sibling: sibling.found }];
    });
  });
  return missing;
}

/** Adds an entry for each, without a checksum: the first installation on that platform fills it in. */
export function addMissing(lock: Lock): Lock {
  const packages = { ...lock.packages };
  for (const { path, platform, version, sibling } of findMissing(lock)) {
    const { dev, engines, license } = lock.packages[sibling] ?? {};
    const [os = "", cpu = ""] = platform.split("-");
    const of = { cpu: [cpu], ...(dev ? { dev } : {}), ...(license ? { license } : {}) };
    const entry = { version, ...of, optional: true, os: [os], ...(engines ? { engines } : {}) };
    packages[path] = path.endsWith("-gnu") ? { ...entry, libc: ["glibc"] } : entry;
  }
  const inOrder = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries(inOrder) };
}

export const readLock = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Lock;

if (import.meta.main) {
  for (const file of LOCKS) {
    const lock = readLock(file);
    const count = findMissing(lock).length;
    if (count > 0) writeFileSync(file, `${JSON.stringify(addMissing(lock), null, 2)}\n`);
    console.log(`${file}: ${count} put back`);
  }
}
