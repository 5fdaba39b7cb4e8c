import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");

/** The product's own files below these folders, without tests, read as TypeScript. */
export function* sourceFiles(...folders: string[]): Generator<ts.SourceFile> {
  for (const folder of folders) {
    const names = globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: ROOT,
      exclude: (name) => /(^|\/)(node_modules|build|\.cache)$/.test(name),
    });
    for (const name of names.toSorted()) {
      if (/\.test\.tsx?$/.test(name)) continue;
      const known = parsed.get(name);
      if (known) yield known;
      else yield parse(name);
    }
  }
}

const parsed = new Map<string, ts.SourceFile>();

function parse(name: string): ts.SourceFile {
  const text = readFileSync(join(ROOT, name), "utf8");
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  parsed.set(name, file);
  return file;
}

/** Every node of a file that `is` says yes to, in turn. */
export function nodesOf<Node extends ts.Node>(
  file: ts.SourceFile,
  is: (node: ts.Node) => node is Node,
): Node[] {
  const found: Node[] = [];
  const look = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

export const positionOf = (node: ts.Node): string => {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
};
