import path from "node:path";
import type { NodeJSProps } from "sst/constructs";

/**
 * How every handler is bundled: the AWS SDK included. The Lambda image has one too, but which version changes under a running
 * function, it lags behind the one that the tests ran with, and it loads whole clients where a bundle has a few commands.
 */
export const BUNDLE = {
  format: "esm",
  minify: true,
  // What the code imports only when it needs it stays out of a cold start.
  splitting: true,
  sourcemap: true,
  esbuild: {
    sourcesContent: false,
    // SST turns it on; stack traces have the names from the source map.
    keepNames: false,
    legalComments: "none",
    // ElectroDB loads the document client that ours replaces: half of a cold start.
    alias: { "@aws-sdk/lib-dynamodb": path.resolve("stacks/no-document-client.js") },
    // SST leaves it unset, and libraries then ship their development builds.
    define: { "process.env.NODE_ENV": '"production"' },
  },
} as const satisfies NodeJSProps;

/** The site's: Remix asks for undici only where it is told to replace Node's own fetch, which nobody does. */
export const SITE_BUNDLE = {
  ...BUNDLE,
  esbuild: { ...BUNDLE.esbuild, external: ["undici"] },
} as const satisfies NodeJSProps;
