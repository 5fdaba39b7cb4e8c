import ts from "typescript";
import { expect, test } from "vitest";
import { nodesOf, sourceFiles } from "../../../tests/support/source.ts";

const FOLDERS = [
  "packages/core/src",
  "packages/data/src",
  "packages/mail/src",
  "packages/functions/src",
];

test("what a line of the log says is written in the code: no value is put into its words", () => {
  const said = FOLDERS.flatMap((folder) => [...sourceFiles(folder)]).flatMap((file) =>
    nodesOf(file, ts.isCallExpression)
      .filter(({ expression }) =>
        /^log\.(debug|info|warn|error|critical)$/.test(expression.getText()),
      )
      .map((call) => ({ at: `${file.fileName}: ${call.getText()}`, words: call.arguments[0] })),
  );
  expect(said.length).toBeGreaterThan(20);
  const composed = said.filter(({ words }) => !words || !ts.isStringLiteral(words));
  expect(composed.map(({ at }) => at)).toEqual([]);
});

test("functions write to the log alone, which guards what it is given", () => {
  const calls = FOLDERS.flatMap((folder) => [...sourceFiles(folder)])
    .filter(({ fileName }) => !/\.(test|sample|fixture)\.ts$/.test(fileName))
    .flatMap((file) =>
      nodesOf(file, ts.isPropertyAccessExpression)
        .filter(({ expression }) => expression.getText() === "console")
        .map((node) => `${file.fileName}: ${node.getText()}`),
    );
  expect(calls).toEqual([]);
});
