import ts from "typescript";
import { expect, test } from "vitest";
import { paced } from "../../scripts/pace.ts";
import { worstOf } from "./pump.ts";
import { nodesOf, positionOf, sourceFiles } from "./source.ts";

/** What 200,000 characters may take: a linear search takes a few milliseconds, one that grows with the square many seconds. */
const MOST_MS = 50;
/** An expression without one of these looks at each character a fixed number of times. */
const UNBOUNDED = /[*+]|\d,\}/;

/** Expressions that are made of parts when the program runs, each with what keeps it linear. */
const MADE: Record<string, string> = {
  "packages/core/src/inbox/thread/redact-words.ts":
    "words as they are, between characters that no word holds",
  "packages/core/src/inbox/subsequence-trigger/matches.ts": "one phrase as it is",
  "packages/core/src/campaigns/template/readability.ts":
    "words as they are; each blank belongs to one of them",
  "packages/local/src/http.ts": "the name of a header",
  "packages/local/src/routes.ts": "a path of the manifest: no two of its wildcards touch",
  "packages/mail/src/message/mime-scan.ts": "a parameter's name, once",
  "packages/mail/src/message/removal-request.ts": "sentences as they are",
  "packages/mail/src/message/report-recipients.ts": "a field's name at the beginning of a line",
  "packages/mail/src/message/return-date.ts": "names of months and days, after at most two digits",
  "packages/mail/src/refusal/refusal-words.ts": "words as they are, and gaps of bounded length",
  "web/app/routes/_app.app.settings.activity/route.tsx": "the name of a role",
};

test("no regular expression of the product takes longer than 50 ms of CPU for 200,000 characters, whatever they are", {
  timeout: paced(300_000),
}, () => {
  const slow: unknown[] = [];
  let count = 0;
  for (const file of sourceFiles("packages", "web")) {
    for (const node of nodesOf(file, ts.isRegularExpressionLiteral)) {
      const end = node.text.lastIndexOf("/");
      const regex = new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
      if (!UNBOUNDED.test(regex.source)) continue;
      count += 1;
      const worst = worstOf(regex, MOST_MS);
      if (worst.ms > MOST_MS) slow.push({ at: positionOf(node), regex: node.text, ...worst });
    }
  }
  expect(slow).toEqual([]);
  expect(count).toBeGreaterThan(150);
});

test("an expression that is made when the program runs has said what keeps it linear", () => {
  const made = new Set<string>();
  for (const file of sourceFiles("packages", "web")) {
    for (const { expression } of nodesOf(file, ts.isNewExpression)) {
      if (expression.getText() === "RegExp") made.add(file.fileName);
    }
  }
  expect([...made].toSorted()).toEqual(Object.keys(MADE).toSorted());
});

test("the attack finds what is known to take long", { timeout: paced(300_000) }, () => {
  for (const regex of [/<[^>]*>/g, /<a\b[^>]*?\bhref="/i, /\s+$/, /^(a+)+$/, /(x+x+)+y/]) {
    expect(worstOf(regex, MOST_MS).ms).toBeGreaterThan(MOST_MS);
  }
});
