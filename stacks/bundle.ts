import type { NodeJSProps } from "sst/constructs";

/** How every handler is bundled: the AWS SDK included, which starts faster than the one of the Lambda image. */
export const BUNDLE = {
  format: "esm",
  minify: true,
  // What the code imports only when it needs it stays out of a cold start.
  splitting: true,
  sourcemap: true,
  esbuild: {
    sourcesContent: false,
    // SST leaves it unset, and libraries then ship their development builds.
    define: { "process.env.NODE_ENV": '"production"' },
  },
} as const satisfies NodeJSProps;

/** The site's: Remix asks for undici only where it is told to replace Node's own fetch, which nobody does. */
export const SITE_BUNDLE = {
  ...BUNDLE,
  esbuild: { ...BUNDLE.esbuild, external: ["undici"] },
} as const satisfies NodeJSProps;
