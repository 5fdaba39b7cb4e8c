import type { Plugin } from "vite";

const IMPORT = /import \{([^{}]+)\} from "@tabler\/icons-react";/g;
const FOLDER = "@tabler/icons-react/dist/esm/icons";

/** "IconTrash" as the import of its own file; a type is none of the code. */
function importOf(name: string): string {
  return name.startsWith("type ") ? "" : `import ${name} from "${FOLDER}/${name}.mjs";`;
}

/** Takes each icon from its own file: through the package's front door a build reads all six thousand, twice. */
export function iconsByName(): Plugin {
  return {
    name: "icons-by-name",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("/app/") || !code.includes("@tabler/icons-react")) return null;
      const split = (_: string, names: string) =>
        names
          .split(",")
          .map((name) => name.trim())
          .filter(Boolean)
          .map(importOf)
          .join(" ");
      return { code: code.replace(IMPORT, split), map: null };
    },
  };
}
