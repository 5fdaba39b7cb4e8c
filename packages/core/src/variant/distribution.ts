import { chancesOfBest } from "./posterior.ts";

/** Of one variant: mails sent, those sent long enough ago to be judged, and those of them that succeeded within 7 days. */
export type VariantRecord = { letter: string; sent: number; counted: number; successes: number };

/**
 * `even`: too early to tell. `learning`: shares follow the chance of being best. `winner`: one variant gets everything.
 */
export type Phase = "even" | "learning" | "winner";

/** `share` in percent, `chance` of having the best rate in [0, 1]. */
export type Distributed = {
  phase: Phase;
  variants: { letter: string; share: number; chance: number }[];
};

const EVEN_UNTIL_SENT = 50;
const JUDGED_FROM_COUNTED = 100;
const FLOOR = 5;
const SURE = 0.95;

/**
 * How AI distribution shares leads out (D6): evenly until every variant has 50 sends, then by the chance of being best with
 * at least 5 % each, and all to one that is best with 95 % once every variant has 100 counted sends.
 *
 * @param winner the letter that won earlier: it stays
 */
export function distribute(
  records: readonly VariantRecord[],
  { seed, winner }: { seed: string; winner?: string | undefined },
): Distributed {
  const arms = records.map(({ counted, successes }) => ({ trials: counted, successes }));
  const chances = chancesOfBest(arms, seed);
  const best = chances.indexOf(Math.max(...chances));
  const isJudged = records.every(({ counted }) => counted >= JUDGED_FROM_COUNTED);
  const won =
    winner ?? (isJudged && (chances[best] ?? 0) >= SURE ? records[best]?.letter : undefined);
  const result = (phase: Phase, shares: readonly number[]): Distributed => ({
    phase,
    variants: records.map(({ letter }, index) => ({
      letter,
      share: shares[index] ?? 0,
      chance: chances[index] ?? 0,
    })),
  });
  if (won !== undefined && records.length > 1) {
    return result(
      "winner",
      records.map(({ letter }) => (letter === won ? 100 : 0)),
    );
  }
  if (records.some(({ sent }) => sent < EVEN_UNTIL_SENT)) {
    return result(
      "even",
      records.map(() => 100 / records.length),
    );
  }
  return result("learning", floored(chances));
}

/** Chances as percentages, none under the floor; what the small ones lack is taken from the others in proportion. */
function floored(chances: readonly number[]): number[] {
  if (chances.length * FLOOR >= 100) return chances.map(() => 100 / chances.length);
  const low = new Set<number>();
  for (;;) {
    const left = 100 - low.size * FLOOR;
    const weight = chances.reduce((sum, chance, index) => sum + (low.has(index) ? 0 : chance), 0);
    const shareOf = (chance: number) => (left * chance) / weight;
    const under = chances.findIndex((chance, index) => !low.has(index) && shareOf(chance) < FLOOR);
    if (under < 0)
      return chances.map((chance, index) => (low.has(index) ? FLOOR : shareOf(chance)));
    low.add(under);
  }
}
