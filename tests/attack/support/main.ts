/**
 * Starts the built product on one machine and attacks it with the themes of tests/attack.
 *
 *   npm run attack              all themes
 *   npm run attack -- links     those themes
 */
import { buildPages } from "../../../scripts/build-pages.ts";
import type { Attack, Outcome } from "./attack.ts";
import { loadThemes, type Theme } from "./themes.ts";
import { startWorld, type World } from "./world.ts";

const args = process.argv.slice(2);
const themes = (await loadThemes()).filter(({ name }) => args.length === 0 || args.includes(name));
if (themes.length === 0) throw new Error(`No theme is called ${args.join(" or ")}`);

buildPages();
const world = await startWorld();
const outcomes: Outcome[] = [];
try {
  for (const theme of themes) outcomes.push(...(await attackBy(theme, world)));
} finally {
  await world.stop();
}
const held = outcomes.filter((outcome) => outcome.held).length;
console.log(`\n${held} held, ${outcomes.length - held} not held`);
process.exitCode = held === outcomes.length ? 0 : 1;

async function attackBy({ name, attacks }: Theme, on: World): Promise<Outcome[]> {
  console.log(`\n${name}`);
  const seen: Outcome[] = [];
  for (const attack of attacks) {
    const outcome = await outcomeOf(attack, on);
    console.log(`${outcome.held ? "held    " : "NOT HELD"}  ${attack.name} (${outcome.seen})`);
    seen.push(outcome);
  }
  return seen;
}

async function outcomeOf({ run }: Attack, on: World): Promise<Outcome> {
  try {
    return await run(on);
  } catch (error) {
    return { held: false, seen: `the attack itself failed: ${String(error)}` };
  }
}
