// `npm run trace`: which requirements the last test run proved. A test claims an id by carrying it in brackets at the
// end of its name or of a group's around it; an id is proved when every test that claims it has passed.
import { globSync, readFileSync } from "node:fs";
import { readReports, type TestResult } from "./report.ts";

type Requirement = {
  id: string;
  area: string;
  text: string;
  needsBrowser: boolean;
  isMission: boolean;
};
type Ledger = ReadonlyMap<string, Requirement>;

const LEDGER = "docs/product/requirements.tsv";
const ID = "[A-Z][A-Z0-9]*-\\d+";
/** `[AREA-1]`, `[AREA-1, AREA-2]` or `[AREA-1] [AREA-2]` at the end of a name. */
const TAIL = new RegExp(`(?:\\s*\\[${ID}(?:[\\s,]+${ID})*\\])+\\s*$`);
const BRACKETS = new RegExp(`\\[[^[\\]]*?${ID}[^[\\]]*\\]`, "g");
const IDS = new RegExp(ID, "g");
const SOURCES = "{packages,web,stacks,scripts,tests}/**/*.{ts,tsx,mjs}";
const TESTS = /\.(test|journey)\.tsx?$/;

function readLedger(): Ledger {
  const [header = "", ...rows] = readFileSync(LEDGER, "utf8").trimEnd().split("\n");
  const columns = header.split("\t");
  const cell = (row: string[], name: string) => row[columns.indexOf(name)] ?? "";
  const all = rows.map((line) => {
    const row = line.split("\t");
    const id = cell(row, "id");
    const requirement = {
      id,
      area: cell(row, "area"),
      // What an amendment changed is proved as amended.
      text: cell(row, "amended") || cell(row, "requirement"),
      needsBrowser: cell(row, "how_to_check").startsWith("e2e(browser)"),
      isMission: cell(row, "kind") !== "beyond",
    };
    return [id, requirement] as const;
  });
  return new Map(all);
}

const idsIn = (text: string): string[] => text.match(IDS) ?? [];
const claimsOf = (name: string): string[] => idsIn(TAIL.exec(name)?.[0] ?? "");
/** Ids in brackets that claim nothing where they stand; `[UTF-8]` and the like are of no area of the ledger. */
function idsElsewhere(text: string, areas: ReadonlySet<string>): string[] {
  const ids = (text.match(BRACKETS) ?? []).flatMap(idsIn);
  return ids.filter((id) => areas.has(areaOf(id)));
}
const areaOf = (id: string) => id.slice(0, id.lastIndexOf("-"));

function claimAll(claims: Map<string, TestResult[]>, test: TestResult, ids: readonly string[]) {
  for (const id of ids) claims.set(id, [...(claims.get(id) ?? []), test]);
}

/** The tests that claim each id, and the names that claim wrongly. */
function readClaims(ledger: Ledger, results: readonly TestResult[]) {
  const areas = new Set([...ledger.keys()].map(areaOf));
  const claims = new Map<string, TestResult[]>();
  const problems = new Set<string>();
  for (const test of results) {
    for (const name of [...test.groups, test.title]) {
      const where = `${test.file}: ${name}`;
      for (const id of idsElsewhere(name.replace(TAIL, ""), areas)) {
        problems.add(`${id} does not stand at the end of the name: ${where}`);
      }
      const claimed = claimsOf(name);
      for (const id of claimed.filter((each) => !ledger.has(each))) {
        problems.add(`${id} is not in ${LEDGER}: ${where}`);
      }
      claimAll(
        claims,
        test,
        claimed.filter((id) => ledger.has(id)),
      );
    }
  }
  for (const file of globSync(SOURCES, { exclude: ["**/node_modules/**"] })) {
    if (TESTS.test(file)) continue;
    for (const id of idsElsewhere(readFileSync(file, "utf8"), areas)) {
      problems.add(`${id} stands in a file that is no test: ${file}`);
    }
  }
  return { claims, problems };
}

/** @returns why the tests that claim an id do not prove it; undefined when they do */
function reasonNotProved({ needsBrowser }: Requirement, tests: readonly TestResult[]) {
  const open = tests.find(({ status }) => status !== "passed");
  if (open) return open.status === "skipped" ? open.message || "skipped" : open.status;
  if (needsBrowser && !tests.some(({ runner }) => runner === "playwright")) {
    return "asks for a browser, and no journey carries it";
  }
  return undefined;
}

function trace(ledger: Ledger, results: readonly TestResult[]) {
  const { claims, problems } = readClaims(ledger, results);
  const proved = new Set<string>();
  const notProved = new Map<string, string[]>();
  for (const [id, tests] of claims) {
    for (const { file, title } of tests.filter(({ status }) => status === "failed")) {
      problems.add(`${id} failed: ${file}: ${title}`);
    }
    const reason = reasonNotProved(ledger.get(id) as Requirement, tests);
    if (!reason) proved.add(id);
    else notProved.set(reason, [...(notProved.get(reason) ?? []), id]);
  }
  return { proved, notProved, problems };
}

function print(ledger: Ledger, { proved, notProved }: ReturnType<typeof trace>) {
  const all = [...ledger.values()];
  for (const area of new Set(all.map((row) => row.area))) {
    const rows = all.filter((row) => row.area === area);
    const open = rows.filter(({ id }) => !proved.has(id));
    console.log(`${area.padEnd(16)}${rows.length - open.length} / ${rows.length}`);
    if (!process.argv.includes("--short")) {
      for (const { id, text } of open) console.log(`  ${id.padEnd(10)}${text.slice(0, 100)}`);
    }
  }
  for (const [reason, ids] of notProved) {
    console.log(`claimed, not proved (${reason}): ${ids.toSorted().join(", ")}`);
  }
  const mission = all.filter(({ isMission }) => isMission);
  const ofMission = mission.filter(({ id }) => proved.has(id));
  console.log(
    `proved ${ofMission.length} of ${mission.length} of the mission, ${proved.size} of ${ledger.size} in all`,
  );
}

const results = readReports("reports");
const ledger = readLedger();
const traced = trace(ledger, results);
print(ledger, traced);
if (results.length === 0) {
  traced.problems.add("reports/ holds no test results: run `npm test` first");
}
for (const problem of traced.problems) console.error(problem);
process.exitCode = traced.problems.size > 0 ? 1 : 0;
