#!/usr/bin/env node
import { neededFor, onNode24 } from "./node24.mjs";

await onNode24(import.meta.url, neededFor(process.argv));
await import("./sending.ts");
