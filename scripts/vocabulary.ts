// `npm run vocabulary`: texts that people read use the terms of docs/glossary.md and none of the words that it lists under "Not".
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import ts from "typescript";

const GLOSSARY = "docs/glossary.md";
/** The last are of pages that the API makes. */
const CATALOGUE = [
  "web/app/messages/en-us/*.ts",
  "packages/text/src/en-us/*.ts",
  "packages/functions/src/api/*-text.ts",
];
const CORE = ["packages/core/src/**/*.ts", "packages/functions/src/**/*.ts", "web/**/*.{ts,tsx}"];
/** Texts that programs have been answered with since before the glossary. */
const KEPT: ReadonlySet<string> = new Set([
  "missing.mail",
  "missing.answer",
  "sequence.mail",
  "campaign.allBlocked",
]);
/** Names of mail software, where "mail" is the field's own word. */
const PROPER = /\bmail (?:programs?|servers?)\b|\bZoho Mail\b/gi;
const MAX_HELPER_WORDS = 13;

type Text = { where: string; key: string; text: string };

const terms = readFileSync(GLOSSARY, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .slice(1);
const refused = terms.flatMap(([, term = "", , , not = ""]) =>
  not.split(", ").flatMap((word) => (word ? [{ term, word }] : [])),
);
const isRefused = new RegExp(`\\b(?:${refused.map(({ word }) => word).join("|")})\\b`, "gi");

/** The words of an ICU message, without the names of its arguments and tags. */
function proseOf(message: string): string {
  return message
    .replace(/\{\w+(?:, (?:plural|select|number|date|time)[^{}]*)?/g, " {")
    .replace(/(?:\w+|=\d+) \{/g, " {")
    .replace(/<\/?\w+>/g, " ")
    .replace(PROPER, " ");
}

function sourceOf(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
}

function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => ` … ${literal.text}`).join("");
}

const positionOf = (source: ts.SourceFile, node: ts.Node) =>
  `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

const isKept = (file: string, key: string) => KEPT.has(`${basename(file, ".ts")}.${key}`);

/** Every message of the catalogue. */
function catalogueTexts(file: string): Text[] {
  const source = sourceOf(file);
  const found: Text[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isPropertyAssignment(node)) {
      const text = literalText(node.initializer);
      const key = (node.name as ts.Identifier | ts.StringLiteral).text;
      if (text !== undefined && !isKept(file, key)) {
        found.push({ where: positionOf(source, node), key, text: proseOf(text) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Prose among the arguments of errors and of schemas: what is said there is a key of the catalogue. */
function proseInCode(file: string): string[] {
  const source = sourceOf(file);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const text = isSpoken(node) ? literalText(node) : undefined;
    if (text !== undefined && /^[A-Z…].* /s.test(text)) {
      found.push(`${positionOf(source, node)}: "${text}" (say it by a key of packages/text)`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What AppError, its helpers and valibot are called with, however deep in lists and objects. */
function isSpoken(node: ts.Node): boolean {
  let { parent } = node;
  while (
    parent &&
    (ts.isArrayLiteralExpression(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isObjectLiteralExpression(parent))
  ) {
    parent = parent.parent;
  }
  if (!parent || !(ts.isNewExpression(parent) || ts.isCallExpression(parent))) return false;
  return /^(?:AppError|addIssue$|v\.(?!parseJson$))/.test(parent.expression.getText());
}

function problemsOf({ where, key, text }: Text): string[] {
  const words = [...text.matchAll(isRefused)].map(([word]) => {
    const { term } = refused.find((each) => each.word === word.toLowerCase()) ?? { term: "" };
    return `${where} ${key}: "${word}" (say "${term}")`;
  });
  const isHelper = /(?:Hint|Help)$/.test(key);
  const long = isHelper
    ? text
        .split(/(?<=[.!?]) /)
        .filter((sentence) => sentence.split(/\s+/).length > MAX_HELPER_WORDS)
        .map((sentence) => `${where} ${key}: more than ${MAX_HELPER_WORDS} words: "${sentence}"`)
    : [];
  return [...words, ...long];
}

const missingFiles = terms
  .map(([, , , owner = ""]) => owner.replaceAll("`", ""))
  .filter((file) => file && !existsSync(file))
  .map((file) => `${GLOSSARY}: there is no ${file}`);
const texts = globSync(CATALOGUE).flatMap(catalogueTexts);
const prose = globSync(CORE)
  .filter((file) => !/\.test\.tsx?$|\/build\//.test(file))
  .flatMap(proseInCode);
const problems = [...missingFiles, ...prose, ...texts.flatMap(problemsOf)];
console.log(
  problems.length === 0 ? `${texts.length} texts use the glossary's terms` : problems.join("\n"),
);
process.exitCode = problems.length === 0 ? 0 : 1;
