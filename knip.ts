import { globSync, readFileSync } from "node:fs";
import type { KnipConfig } from "knip";

type Package = { dependencies?: object; devDependencies?: object };

/** The root gives each package its version; a workspace that uses it declares it, and knip checks that there. */
const declaredByWorkspaces = globSync(["packages/*/package.json", "web/package.json"]).flatMap(
  (file) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(file, "utf8")) as Package;
    return Object.keys({ ...dependencies, ...devDependencies });
  },
);

export default {
  ignoreExportsUsedInFile: true,
  // Found by their names: tests/support/sample.ts.
  ignoreIssues: { "packages/core/src/**/*.sample.ts": ["exports"] },
  workspaces: {
    ".": {
      entry: ["scripts/*.{ts,mjs}", "tests/**/*.{ts,tsx,mjs}"],
      project: ["{scripts,tests}/**/*.{ts,tsx,mjs}"],
      // Of Linux; the fault program does without where there is none.
      ignoreBinaries: ["prlimit"],
      ignoreDependencies: [
        ...new Set(declaredByWorkspaces),
        // Started by name: scripts/check.ts.
        "dependency-cruiser",
        "oxlint",
        "oxlint-tsgolint",
        // Peers: @mantine/dates wants the first, @mantine/tiptap and @tiptap/react the others.
        "dayjs",
        "@tiptap/extension-link",
        "@tiptap/pm",
      ],
    },
    // No workspace of npm: its packages are installed apart.
    stacks: { entry: ["app.ts", "resolve.ts"], project: ["**/*.ts"] },
    "packages/core": { includeEntryExports: true },
    "packages/data": { includeEntryExports: true },
    "packages/mail": { includeEntryExports: true },
    web: { entry: ["lambda.ts"] },
    "packages/local": { ignoreDependencies: ["hoodiecrow-imap"] },
  },
} satisfies KnipConfig;
