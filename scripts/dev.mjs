#!/usr/bin/env node
// The product from its sources, with the made-up world: screens and functions are loaded again when they are changed.
import { onNode24 } from "./node24.mjs";

await onNode24(import.meta.url, "product");
process.env.NODE_ENV = "development";
const { enableCompileCache } = await import("node:module");
enableCompileCache(".cache/node");
await import("./dev.ts");
