import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** `route`: nothing but the types of a route's loader and action, as Remix wants it. */
type Kind = "value" | "type" | "route";
export type Link = { from: string; to: string; kind: Kind };
export type Source = { file: string; lines: number; text: string };

const SOURCES = ["packages/*.ts", "packages/*.tsx", "web/*.ts", "web/*.tsx", "stacks/*.ts"];

/** The product's own sources, tests and what serves them alone left out. */
export const readSources = (): Source[] =>
  read(SOURCES).filter(({ file }) => !/\.(test|fixture)\.tsx?$/.test(file));

/** The same with tests, scripts and whatever serves them. */
export const readEverySource = (): Source[] => read([...SOURCES, "tests/*.ts", "scripts/*.ts"]);

function read(patterns: readonly string[]): Source[] {
  const files = execFileSync("git", ["ls-files", ...patterns], { encoding: "utf8" }).split("\n");
  return files.filter(Boolean).map((file) => {
    const text = readFileSync(file, "utf8");
    return { file, text, lines: text.split("\n").length - 1 };
  });
}

/** Every import between the sources, those on demand among them. */
export function readLinks(sources: readonly Source[]): Link[] {
  const known = new Set(sources.map(({ file }) => file));
  return sources.flatMap(({ file, text }) =>
    importsOf(file, text).flatMap(({ name, kind }) => {
      const to = resolve(file, name, known);
      return to
        ? [{ from: file, to, kind: kind === "type" && asRoute(to, text) ? "route" : kind }]
        : [];
    }),
  );
}

function importsOf(file: string, text: string): { name: string; kind: Kind }[] {
  const found: { name: string; kind: Kind }[] = [];
  const visit = (node: ts.Node): void => {
    const { specifier, isType } = specifierOf(node);
    if (specifier && ts.isStringLiteral(specifier)) {
      found.push({ name: specifier.text, kind: isType ? "type" : "value" });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** What a node imports or exports from, statically, on demand or as a type. */
function specifierOf(node: ts.Node): {
  specifier?: ts.Node | undefined;
  isType?: boolean | undefined;
} {
  if (ts.isImportDeclaration(node)) {
    return { specifier: node.moduleSpecifier, isType: node.importClause?.isTypeOnly };
  }
  if (ts.isExportDeclaration(node)) {
    return { specifier: node.moduleSpecifier, isType: node.isTypeOnly };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { specifier: node.argument.literal, isType: true };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return { specifier: node.arguments[0] };
  }
  return {};
}

const asRoute = (to: string, text: string) =>
  /^web\/app\/(routes\/.+\/route\.tsx?|root\.tsx)$/.test(to) &&
  /typeof (loader|action|\w+Loader|\w+Action)\b/.test(text);

function resolve(file: string, name: string, known: ReadonlySet<string>): string | undefined {
  const inner = /^@thaw\/([a-z]+)\/(.+)$/.exec(name);
  const path = inner ? `packages/${inner[1]}/src/${inner[2]}` : join(dirname(file), name);
  if (!inner && !name.startsWith(".")) return undefined;
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate));
}

/** The sets of files of which each reaches each other by these imports (Tarjan's components of more than one). */
export function circlesOf(links: readonly Link[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of links) next.set(from, [...(next.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    let lowest = index;
    stack.push(file);
    open.add(file);
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) lowest = Math.min(lowest, visit(to));
      else if (open.has(to)) lowest = Math.min(lowest, order.get(to) ?? index);
    }
    if (lowest !== index) return lowest;
    const circle = stack.splice(stack.indexOf(file));
    for (const member of circle) open.delete(member);
    if (circle.length > 1) circles.push(circle.sort());
    return lowest;
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return circles;
}
