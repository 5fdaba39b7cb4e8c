// `npm run generate`: the areas of both catalogues, from their files, and what each noun says of bad fields, missing
// records and acts in the activity log.
import { globSync } from "node:fs";
import path from "node:path";
import { writeOrCheckCode } from "./generated-document.ts";

const TEXT = "packages/text/src";
const MESSAGES = "web/app/messages";
const LANGUAGE = "en-us";
/** Areas that every noun adds its own texts to, by an export of this name in its own file. */
const GATHERED = ["activity", "fields", "missing"] as const;

type Texts = Record<string, string>;
type Area = { file: string; name: string; module: Record<string, Texts> };

const inCamelCase = (name: string) =>
  name.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

const areas = await Promise.all(
  globSync(`${TEXT}/${LANGUAGE}/*.ts`)
    .toSorted()
    .map(async (file): Promise<Area> => {
      const base = path.basename(file, ".ts");
      return { file: base, name: inCamelCase(base), module: await import(path.resolve(file)) };
    }),
);

/** What an area is put together from: its own file first, then what the others export by its name. */
function partsOf(area: (typeof GATHERED)[number]) {
  const others = areas.flatMap(({ module, ...other }) =>
    module[area]
      ? [{ ...other, imported: `{ ${area} as ${other.name} }`, texts: module[area] }]
      : [],
  );
  const own = areas.flatMap(({ module, ...itself }) =>
    itself.name === area ? [{ ...itself, imported: area, texts: module.default ?? {} }] : [],
  );
  const parts = [...own, ...others];
  const keys = parts.flatMap((part) => Object.keys(part.texts));
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice) throw new Error(`Two files of ${TEXT}/${LANGUAGE} say ${area}.${twice}`);
  return parts;
}

for (const area of GATHERED) {
  const parts = partsOf(area);
  writeOrCheckCode(
    `${TEXT}/${LANGUAGE}-${area}.ts`,
    [
      ...parts.map(({ file, imported }) => `import ${imported} from "./${LANGUAGE}/${file}.ts";`),
      "",
      `export default {${parts.map(({ name }) => `...${name},`).join("\n")}} as const;`,
    ].join("\n"),
  );
}

const own = areas.filter(
  ({ name, module }) => "default" in module && !GATHERED.some((each) => each === name),
);
writeOrCheckCode(
  `${TEXT}/${LANGUAGE}.ts`,
  [
    ...GATHERED.map((area) => `import ${area} from "./${LANGUAGE}-${area}.ts";`),
    ...own.map(({ file, name }) => `import ${name} from "./${LANGUAGE}/${file}.ts";`),
    "",
    `export default {${[...GATHERED, ...own.map(({ name }) => name)].join(",\n")}} as const;`,
  ].join("\n"),
);

const namespaces = globSync(`${MESSAGES}/${LANGUAGE}/*.ts`)
  .map((file) => path.basename(file, ".ts"))
  .toSorted();
writeOrCheckCode(
  `${MESSAGES}/namespaces.ts`,
  [
    ...namespaces.map(
      (name) => `import type ${inCamelCase(name)} from "./${LANGUAGE}/${name}.ts";`,
    ),
    "",
    "/** The areas of the screens' catalogue. */",
    "export type Namespaces = {",
    ...namespaces.map((name) => `"${name}": typeof ${inCamelCase(name)};`),
    "};",
    "",
    "export type Namespace = keyof Namespaces;",
    "export type TextKey<A extends Namespace> = keyof Namespaces[A] & string;",
  ].join("\n"),
);
