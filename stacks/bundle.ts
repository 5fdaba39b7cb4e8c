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
    alias: {
      // ElectroDB loads the document client that ours replaces: half of a cold start.
      "@aws-sdk/lib-dynamodb": path.resolve("stacks/no-document-client.js"),
      // And checks each entity twice when it is made: a third of the rest.
      jsonschema: path.resolve("stacks/no-model-check.js"),
      "node:http": path.resolve("stacks/node-http.js"),
    },
    // SST leaves it unset, and libraries then ship their development builds.
    define: { "process.env.NODE_ENV": '"production"' },
  },
} as const satisfies NodeJSProps;

/** Builds of the site have parsed every message (web/compile-messages.ts). */
const NO_PARSER = "node_modules/@formatjs/icu-messageformat-parser/no-parser.js";
const REACT_SERVER = "node_modules/react-dom/cjs/react-dom-server.node.production.min.js";

/** The site's. */
export const SITE_BUNDLE = {
  ...BUNDLE,
  esbuild: {
    ...BUNDLE.esbuild,
    // Remix asks for undici only where it is told to replace Node's own fetch, which nobody does.
    external: ["undici"],
    alias: {
      ...BUNDLE.esbuild.alias,
      "@formatjs/icu-messageformat-parser": path.resolve(NO_PARSER),
      "react-dom": path.resolve("stacks/no-browser-dom.js"),
      // Of React's two renderers for servers, only the streaming one is used.
      "react-dom/server": path.resolve(REACT_SERVER),
      // Node has streams of its own.
      "@remix-run/web-stream": path.resolve("node_modules/@remix-run/web-stream/src/lib.js"),
    },
  },
} as const satisfies NodeJSProps;
