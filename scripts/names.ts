// `npm run names`: no declaration and no file is called by a name of scripts/names.json, which says what the field calls it.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";

const NAMES = "scripts/names.json";
const SOURCES = ["packages", "web/app", "stacks", "scripts"];
/** Keys of texts, which are no names of code. */
const CATALOGUE = /^(?:web\/app\/messages|packages\/text\/src)\/[a-z]{2}-[a-z]{2}\//;

const standardOf = JSON.parse(readFileSync(NAMES, "utf8")) as Record<string, string>;
const refused = Object.keys(standardOf);

/** "upToAmong" is refused by "upTo", "upTown" is not. */
function refusalOf(name: string): string | undefined {
  const lower = name.charAt(0).toLowerCase() + name.slice(1);
  return refused.find((each) => lower.startsWith(each) && !/^[a-z]/.test(lower.slice(each.length)));
}

const inCamelCase = (file: string) => file.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Of folders and of the file, without its endings: `a/take-in.test.ts` is called "a" and "takeIn". */
function problemsOfPath(file: string): string[] {
  return file.split("/").flatMap((part) => {
    const name = inCamelCase(part.replace(/\..*$/, ""));
    const found = refusalOf(name);
    return found ? [`${file}: "${part}" (say "${standardOf[found]}")`] : [];
  });
}

/** Functions, types, variables and parameters; of properties those that a type declares. */
function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node)
  );
}

function problemsOfCode(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const problems: string[] = [];
  const visit = (node: ts.Node) => {
    if (isDeclaration(node) && node.name && ts.isIdentifier(node.name)) {
      const { text } = node.name;
      const found = refusalOf(text);
      const line = source.getLineAndCharacterOfPosition(node.name.getStart()).line + 1;
      if (found) problems.push(`${file}:${line}: ${text} (say ${standardOf[found]})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", ...SOURCES],
  { encoding: "utf8", maxBuffer: 1e8 },
)
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && existsSync(file) && !CATALOGUE.test(file));
const problems = files.flatMap((file) => [...problemsOfPath(file), ...problemsOfCode(file)]);
console.log(
  problems.length === 0 ? `${files.length} files keep to the standard names` : problems.join("\n"),
);
process.exitCode = problems.length === 0 ? 0 : 1;
