/** How well reports, replies and absence notes that nobody here wrote are read, with each miss by its file. */
import {
  missingCorpora,
  type Score,
  scorePeople,
  scoreReports,
  shareOf,
} from "../support/reading-scores.ts";

const missing = missingCorpora();
if (missing) {
  console.log(`nothing read                ${missing}`);
} else {
  const { kind, recipient, hardness } = await scoreReports();
  show("kind", kind, 0.99);
  show("recipient", recipient, 0.98);
  show("hard only by the address", hardness, 0.95);
  const { kept, human } = await scorePeople();
  showNone("stripped to nothing", kept);
  showNone("people taken for programs", human);
}

function show(name: string, score: Score, bar: number): void {
  const share = `${(shareOf(score) * 100).toFixed(1)} %`;
  print(name, `${share} of ${score.of} (bar: ${bar * 100} %)`, score);
  if (shareOf(score) < bar) process.exitCode = 1;
}

function showNone(name: string, score: Score): void {
  print(name, `${score.misses.length} of ${score.of} (bar: 0)`, score);
  if (score.misses.length > 0) process.exitCode = 1;
}

function print(name: string, figure: string, { misses }: Score): void {
  console.log(`${name.padEnd(27)} ${figure}`);
  for (const miss of misses) console.log(`  ${miss}`);
}
