// `npm run generate`: which file of the HTTP API answers which path, from the base path that each router names.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { writeOrCheckCode } from "./generated-document.ts";

const FOLDER = "packages/functions/src/api";

/** Exported routers. `basePath` comes first, as text: a file that is not asked for is not loaded to learn its path. */
const ROUTER = /^export const (\w+) = new Hono<ApiEnv>\(\)(?:\s*\.basePath\("([^"]+)"\))?/gm;

const found = globSync(`${FOLDER}/*.ts`).flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(ROUTER)].map(([, name = "", at = ""]) => {
    if (!at) throw new Error(`${file}: ${name} has no .basePath("…") right after new Hono`);
    return { file: path.basename(file), name, at };
  }),
);
// The longest path first: the first that holds a path answers it.
found.sort((one, other) => other.at.length - one.at.length || (one.at < other.at ? -1 : 1));

const twice = found.find(({ at }, index) => found[index + 1]?.at === at);
if (twice) throw new Error(`Two routers are at ${twice.at}`);

writeOrCheckCode(
  `${FOLDER}/router-list.ts`,
  [
    'import type { LazyRouter } from "./loaded-part.ts";',
    "",
    "export const ROUTERS: readonly LazyRouter[] = [",
    ...found.map(
      ({ file, name, at }) =>
        `{ at: "${at}", load: async () => (await import("./${file}")).${name} },`,
    ),
    "];",
  ].join("\n"),
);
