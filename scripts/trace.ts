// `npm run trace`: which requirements the last test run proved. A test proves an id by carrying it in brackets at the
// end of its name.
import { readFileSync } from "node:fs";
import { readReports, type TestResult } from "./report.ts";

type Requirement = { id: string; area: string; text: string; needsBrowser: boolean };

const LEDGER = "docs/product/requirements.tsv";

function requirements(): Map<string, Requirement> {
  const [header = "", ...rows] = readFileSync(LEDGER, "utf8").trimEnd().split("\n");
  const columns = header.split("\t");
  const cell = (row: string[], name: string) => row[columns.indexOf(name)] ?? "";
  const all = rows.map((line) => {
    const row = line.split("\t");
    const needsBrowser = cell(row, "how_to_check").startsWith("e2e(browser)");
    const text = cell(row, "requirement");
    return [
      cell(row, "id"),
      { id: cell(row, "id"), area: cell(row, "area"), text, needsBrowser },
    ] as const;
  });
  return new Map(all);
}

/** `[AUTH-14]`, `[AUTH-14, AUTH-15]` or `[AUTH-14] [AUTH-15]` at the end of a test's name. */
function idsOf(title: string): string[] {
  const tail = /(?:\s*\[[A-Z]+-\d+(?:[\s,]+[A-Z]+-\d+)*\])+\s*$/.exec(title)?.[0] ?? "";
  return tail.match(/[A-Z]+-\d+/g) ?? [];
}

function trace(ledger: Map<string, Requirement>, results: readonly TestResult[]) {
  const proved = new Set<string>();
  const problems: string[] = [];
  for (const { runner, file, title, status } of results) {
    for (const id of idsOf(title)) {
      const requirement = ledger.get(id);
      if (!requirement) problems.push(`${id} is not in ${LEDGER}: ${file}: ${title}`);
      else if (status === "failed") problems.push(`${id} failed: ${file}: ${title}`);
      else if (status === "passed" && (runner === "playwright" || !requirement.needsBrowser)) {
        proved.add(id);
      }
    }
  }
  return { proved, problems };
}

function print(ledger: Map<string, Requirement>, proved: ReadonlySet<string>) {
  const all = [...ledger.values()];
  for (const area of new Set(all.map((row) => row.area))) {
    const rows = all.filter((row) => row.area === area);
    const open = rows.filter(({ id }) => !proved.has(id));
    console.log(`${area.padEnd(16)}${rows.length - open.length} / ${rows.length}`);
    if (!process.argv.includes("--short")) {
      for (const { id, text } of open) console.log(`  ${id.padEnd(10)}${text.slice(0, 100)}`);
    }
  }
  console.log(`proved ${proved.size} of ${ledger.size}`);
}

const results = readReports("reports");
const ledger = requirements();
const { proved, problems } = trace(ledger, results);
print(ledger, proved);
if (results.length === 0) problems.push("reports/ holds no test results: run `npm test` first");
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
