#!/usr/bin/env node
// `npm run sst -- COMMAND`: the sst command line, as in `npm run sst -- secrets set NAME VALUE --stage NAME`.
import { onNode24 } from "./node24.mjs";

await onNode24(import.meta.url, "deployment");
const { runSst } = await import("./run-sst.ts");
process.exit(await runSst(process.argv.slice(2), {}));
