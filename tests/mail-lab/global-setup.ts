import { announceMailLab, missingForMailLab, startMailLab } from "./lab.ts";

/** One lab for every test file of the project; without it each file starts its own. */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const reason = missingForMailLab();
  if (reason) {
    console.warn(`Mail lab tests are skipped: ${reason}`);
    return undefined;
  }
  const lab = await startMailLab();
  announceMailLab(lab);
  return () => lab.stop();
}
