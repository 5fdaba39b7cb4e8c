#!/usr/bin/env node
import { onNode24 } from "./node24.mjs";

await onNode24(import.meta.url, "product");
const { enableCompileCache } = await import("node:module");
// Half the time to the first page, and a fifth less memory.
enableCompileCache(".cache/node");
const { buildPages } = await import("./build-pages.ts");
buildPages();
await import("../packages/local/src/main.ts");
