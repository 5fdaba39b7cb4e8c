/**
 * How the house is built: the sizes of files, circles of imports, and imports of core that climb from a domain to a higher one.
 *
 *   npm run house             of the whole; fails for a circle, and where domains.cjs lists a climb that is gone, or lacks one
 *   npm run house -- note     of one noun: its own files, who imports or names them, and what is generated from them
 */
import { createRequire } from "node:module";
import { ORIGIN } from "./generated-document.ts";
import {
  circlesOf,
  type Link,
  readEverySource,
  readLinks,
  readSources,
  type Source,
} from "./house-graph.ts";

type Domains = { DOMAINS: readonly string[]; CLIMBS: Record<string, readonly string[]> };
const { DOMAINS, CLIMBS } = createRequire(import.meta.url)("../domains.cjs") as Domains;

const CORE = "packages/core/src/";
const sources = readSources();
const links = readLinks(sources);
const [noun] = process.argv.slice(2);

function printSizes(): void {
  const sorted = sources.toSorted((a, b) => a.lines - b.lines);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]?.lines;
  const longest = sorted.at(-1);
  console.log(
    `files    ${sources.length}, median ${at(0.5)} lines, p95 ${at(0.95)}, longest ${longest?.lines} (${longest?.file})`,
  );
}

function printCircles(): void {
  const values = links.filter(({ kind }) => kind === "value");
  const types = links.filter(({ kind }) => kind !== "route");
  const key = (circle: readonly string[]) => circle.join();
  const printed = new Set<string>();
  for (const [name, some] of [
    ["values", values],
    ["types", types],
    ["a route's own types", links],
  ] as const) {
    const circles = circlesOf(some).filter((circle) => !printed.has(key(circle)));
    for (const circle of circles) printed.add(key(circle));
    console.log(`circles  of ${name}: ${circles.length}`);
    if (name !== "a route's own types")
      for (const circle of circles) console.log(`           ${circle.join(" ")}`);
    if (name !== "a route's own types" && circles.length > 0) process.exitCode = 1;
  }
}

/** Domain and noun of a file of core; the root is no domain. */
function nounOf(file: string): { domain: string; noun: string | undefined } | undefined {
  if (!file.startsWith(CORE)) return undefined;
  const [domain = "", name, inner] = file.slice(CORE.length).split("/");
  return DOMAINS.includes(domain)
    ? { domain, noun: inner && name }
    : { domain: "", noun: undefined };
}

function printNouns(): void {
  const nouns = new Map<string, Map<string, number>>();
  for (const { file } of sources) {
    const { domain = "", noun: name } = nounOf(file) ?? {};
    if (!name) continue;
    const counts = nouns.get(domain) ?? new Map<string, number>();
    nouns.set(domain, counts.set(name, (counts.get(name) ?? 0) + 1));
  }
  for (const domain of DOMAINS) {
    const counts = [...(nouns.get(domain) ?? [])].map(([name, files]) => `${name} ${files}`);
    console.log(`nouns    ${domain} ${counts.length}: ${counts.join(", ")}`);
  }
}

const climbs = ({ from, to }: Link): boolean => {
  const [low, high] = [nounOf(from), nounOf(to)];
  return (
    low !== undefined &&
    high !== undefined &&
    Math.max(0, DOMAINS.indexOf(low.domain)) < DOMAINS.indexOf(high.domain)
  );
};

function printClimbs(): void {
  const inner = links.filter(({ from, to }) => nounOf(from) && nounOf(to));
  const found = inner.filter(climbs);
  const pairs = new Map<string, number>();
  for (const { from, to } of found) {
    const pair = `${nounOf(from)?.domain || "root"} → ${nounOf(to)?.domain}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  console.log(`climbs   ${found.length} of ${inner.length} imports inside core`);
  for (const [pair, count] of [...pairs].sort(([, one], [, other]) => other - one)) {
    console.log(`           ${pair}: ${count}`);
  }
  const name = (from: string, to: string) => `${from} → ${to}`;
  const present = new Set(
    found.map(({ from, to }) => name(from.slice(CORE.length), to.slice(CORE.length))),
  );
  const listed = Object.entries(CLIMBS).flatMap(([from, all]) => all.map((to) => name(from, to)));
  printWrong(
    "new",
    [...present].filter((climb) => !listed.includes(climb)),
  );
  printWrong(
    "gone, to be taken off the list",
    listed.filter((climb) => !present.has(climb)),
  );
}

function printWrong(what: string, wrong: readonly string[]): void {
  for (const climb of wrong) console.log(`  ${what}: ${climb}`);
  if (wrong.length > 0) process.exitCode = 1;
}

function printNoun(name: string): void {
  if (!sources.some(({ file }) => nounOf(file)?.noun === name)) {
    throw new Error(`core has no noun ${name}`);
  }
  const own = readEverySource().filter(({ file }) => isOf(name, file));
  const isOwn = new Set(own.map(({ file }) => file));
  const importers = new Set(
    links.filter(({ from, to }) => isOwn.has(to) && !isOwn.has(from)).map(({ from }) => from),
  );
  const word = new RegExp(`["'\`/ ]${name}s?["'\`:/.]|^ *"?${name}s?"?:`, "m");
  const others = sources.filter(({ file }) => !isOwn.has(file));
  const byHand = others.filter(({ text }) => !text.includes(ORIGIN));
  console.log(`${name}: by hand ${own.length}`);
  for (const { file } of own) console.log(`  ${file}`);
  printFiles(
    "imported by",
    byHand.filter(({ file }) => importers.has(file)),
  );
  printFiles(
    "named in",
    byHand.filter(
      ({ file, text }) => !importers.has(file) && word.test(text) && nounsNear(file) > 2,
    ),
  );
  printFiles(
    "generated from it",
    others.filter(({ file, text }) => importers.has(file) && text.includes(ORIGIN)),
  );
}

/** Whether a file belongs to a noun alone: by its folder or its name, in the singular or the plural. */
function isOf(name: string, file: string): boolean {
  const names = [name, `${name}s`, name.replace(/y$/, "ies")];
  return file.split(/[/.]/).some((part) => names.includes(part));
}

/** How many nouns a file has to do with: one that serves several is shared. */
function nounsNear(file: string): number {
  const near = links.filter(({ from, to }) => from === file || to === file);
  return new Set(near.flatMap(({ from, to }) => [nounOf(from)?.noun, nounOf(to)?.noun])).size - 1;
}

function printFiles(what: string, some: readonly Source[]): void {
  console.log(`${what} ${some.length}`);
  for (const { file } of some) console.log(`  ${file}${nounsNear(file) > 2 ? "  (shared)" : ""}`);
}

if (noun) printNoun(noun);
else {
  printSizes();
  printCircles();
  printNouns();
  printClimbs();
}
