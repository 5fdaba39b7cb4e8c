#!/usr/bin/env node
import { onNode24 } from "./node24.mjs";

await onNode24(import.meta.url, "everything");
await import("./test-changed.ts");
