import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import { denyImports } from "vite-env-only";
import { CHUNK_FAILED } from "./app/shell/chunk-failed.ts";
import { compileMessages } from "./compile-messages.ts";
import { iconsByName } from "./icons-by-name.ts";
import { screensOnDemand } from "./screens-on-demand.ts";
import { sharedChunks } from "./shared-chunks.ts";

/**
 * Remix reloads the page, unasked, when the code of a screen cannot be loaded. What someone has typed would be
 * gone, so the page asks first (app/shell/new-version.tsx), and without a connection it waits for one (app/state/connection.ts).
 */
function askBeforeReload(): Plugin {
  const reload = "window.location.reload();";
  const load = "let routeModule = await import(";
  return {
    name: "ask-before-reload",
    enforce: "pre",
    transform(code, id) {
      if (!/@remix-run\/react\/dist\/esm\/routeModules\.js/.test(id)) return null;
      if (!code.includes(reload)) this.error("Remix no longer reloads here: is this still needed?");
      if (!code.includes(load)) this.error("Remix loads screens in another way: wait there.");
      const patient = code.replace(load, `await window.whenConnected?.();\n    ${load}`);
      return patient.replace(reload, `window.dispatchEvent(new Event("${CHUNK_FAILED}"));`);
    },
  };
}

export default defineConfig({
  plugins: [
    askBeforeReload(),
    compileMessages(),
    iconsByName(),
    screensOnDemand(),
    sharedChunks(),
    // Remix strips loaders from the browser's code; a component that calls an operation would still
    // ship the database client. Patterns, not globs: packages/ lies outside this folder.
    denyImports({
      client: { files: [/\.entity\.ts$/], specifiers: [/^electrodb/, /^@aws-sdk/, /^node:/] },
    }),
    remix({
      ignoredRouteFiles: ["**/*.test.*"],
      future: {
        v3_fetcherPersist: true,
        // A redirect to a route that no link has shown yet would draw an empty page.
        v3_lazyRouteDiscovery: false,
        v3_relativeSplatPath: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  optimizeDeps: {
    // Vite's development pre-bundling would hide the module from the plugin above, and bundle each icon when it is first seen.
    exclude: ["@remix-run/react", "@tabler/icons-react"],
    // What a page would find one after the other, and be loaded again for.
    include: [
      "@conform-to/react",
      "@conform-to/valibot",
      "@mantine/core",
      "@mantine/dates",
      "@mantine/hooks",
      "@mantine/notifications",
      "@mantine/nprogress",
      "@mantine/spotlight",
      "@mantine/tiptap",
      "@tiptap/react",
      "intl-messageformat",
      "valibot",
    ],
  },
  // Compressed sizes are what `npm run pages` tells.
  build: {
    target: "es2022",
    reportCompressedSize: false,
    rollupOptions: {
      // A route without a screen, as a download is, leaves the browser nothing.
      onLog: (level, log, handle) => {
        if (log.code !== "EMPTY_BUNDLE") handle(level, log);
      },
    },
  },
  ssr: { noExternal: [/^@thaw\//, /^@mantine\//, "@tabler/icons-react"] },
  clearScreen: false,
});
