import { type Finding, findings } from "./finding.ts";

/** As package.json's `engines` says; `npm start` brings the newer one that the product runs on. */
export function checkNode(version = process.versions.node): Finding {
  const { ok, blocks } = findings("Node.js");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = major > 20 || (major === 20 && minor >= 19);
  if (isNewEnough) return ok(version);
  return blocks(`${version} is too old`, "install Node.js 20.19 or newer from nodejs.org");
}
