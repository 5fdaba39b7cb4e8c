import { existsSync } from "node:fs";
import path from "node:path";
import { type Finding, findings } from "./finding.ts";

const BUILT = path.resolve(import.meta.dirname, "../../web/build/server/index.js");

/** Whether the pages are built. */
export function checkPages(): Finding {
  const { ok, warns } = findings("pages");
  if (existsSync(BUILT)) return ok("built");
  return warns("not built yet", "npm start builds them once, which takes a minute");
}
