// Loaded before the sst command line. It writes what it makes of sst.config.ts into the folder that it runs in, and imports it
// there; the packages that this imports are those of stacks/.
import { registerHooks } from "node:module";

const MADE = /\/\.sst\.config\.\d+\.mjs$/;

registerHooks({
  resolve: (name, context, next) =>
    next(
      name,
      MADE.test(context.parentURL ?? "") ? { ...context, parentURL: import.meta.url } : context,
    ),
});
