import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { IntlMessageFormat } from "intl-messageformat";
import type { Plugin } from "vite";

const MESSAGES = /\/app\/messages\/[a-z]{2}-[a-z]{2}\/[a-z-]+\.ts$/;
const PARSER = "@formatjs/icu-messageformat-parser";

/** Plain words stay as they are; words with placeholders become the tree that intl-messageformat walks. */
function compile(message: string) {
  return /[{<']/.test(message) ? (IntlMessageFormat.__parse?.(message) ?? message) : message;
}

/**
 * Parses the catalogue while building, so that browsers need not carry the parser (14 kB gzip).
 * A message that is not valid ICU fails the build.
 */
export function compileMessages(): Plugin {
  return {
    name: "compile-messages",
    enforce: "pre",
    resolveId(source, _importer, { ssr }) {
      return !ssr && source === PARSER ? this.resolve(`${PARSER}/no-parser.js`) : null;
    },
    async load(id) {
      if (!MESSAGES.test(id)) return null;
      const { mtimeMs } = await stat(id);
      const module = (await import(`${pathToFileURL(id).href}?${mtimeMs}`)) as {
        default: Record<string, string>;
      };
      const compiled = Object.entries(module.default).map(([key, text]) => [key, compile(text)]);
      return `export default ${JSON.stringify(Object.fromEntries(compiled))}`;
    },
  };
}
