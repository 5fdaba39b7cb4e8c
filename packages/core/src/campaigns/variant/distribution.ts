import { LEADING, PROVED } from "./bars.schema.ts";
import { type Arm, chancesOfBest } from "./posterior.ts";

/** Of one variant: emails sent, those sent long enough ago to be judged, and those of them that succeeded within 7 days. */
export type VariantRecord = { letter: string; sent: number; counted: number; successes: number };

/**
 * `even`: too early to tell. `learning`: shares follow the chance of being best. `leading`: so they do, and one is probably
 * the best. `proved`: one variant gets everything.
 */
export type Phase = "even" | "learning" | "leading" | "proved";

/** `share` in percent, `chance` of having the best rate in [0, 1]. */
export type Distributed = {
  phase: Phase;
  /** The variant that leads or is proved. */
  best?: string;
  /** How many more counted sends the variants need together, until one can lead and until one can be proved. */
  missing: { leading: number; proved: number };
  variants: { letter: string; share: number; chance: number }[];
};

/** By chance where a share is the chance of being best. */
export const chooserIn = (phase: Phase): "chance" | "deficit" =>
  phase === "learning" || phase === "leading" ? "chance" : "deficit";

const EVEN_UNTIL_SENT = 50;
const FLOOR = 5;

/** What was known when winners were last judged, by letter; `proved` is the letter that was proved before: it stays. */
type Earlier = {
  seed: string;
  weekly?: readonly VariantRecord[];
  proved?: string | undefined;
};

/**
 * How AI distribution shares leads out (D6): evenly until every variant has 50 sends, then by the chance of being best with
 * at least 5 % each, and all to one that is proved.
 */
export function distribute(
  records: readonly VariantRecord[],
  { seed, weekly = [], proved }: Earlier,
): Distributed {
  const chances = chancesOfBest(records.map(toArm), seed);
  const known = { chances, records };
  if (records.length > 1) {
    const won = proved ?? firstAbove(PROVED, weekly, () => chancesOfBest(weekly.map(toArm), seed));
    const shares = records.map(({ letter }) => (letter === won ? 100 : 0));
    if (won !== undefined) return toResult(known, "proved", { shares, best: won });
  }
  if (records.some(({ sent }) => sent < EVEN_UNTIL_SENT)) {
    return toResult(known, "even", { shares: records.map(() => 100 / records.length) });
  }
  const best = records.length > 1 ? firstAbove(LEADING, records, () => chances) : undefined;
  const shares = floored(chances);
  return best === undefined
    ? toResult(known, "learning", { shares })
    : toResult(known, "leading", { shares, best });
}

const toArm = ({ counted, successes }: VariantRecord): Arm => ({ trials: counted, successes });

/** The letter of the variant that is best with enough probability, once every one has enough counted sends. */
function firstAbove(
  bar: typeof PROVED,
  records: readonly VariantRecord[],
  chancesOf: () => readonly number[],
): string | undefined {
  if (records.length === 0 || records.some(({ counted }) => counted < bar.counted))
    return undefined;
  const chances = chancesOf();
  const highest = Math.max(...chances);
  return highest >= bar.chance ? records[chances.indexOf(highest)]?.letter : undefined;
}

function toResult(
  { chances, records }: { chances: readonly number[]; records: readonly VariantRecord[] },
  phase: Phase,
  { shares, best }: { shares: readonly number[]; best?: string },
): Distributed {
  const missing = (bar: typeof PROVED) =>
    records.reduce((sum, { counted }) => sum + Math.max(0, bar.counted - counted), 0);
  return {
    phase,
    ...(best === undefined ? {} : { best }),
    missing:
      phase === "proved"
        ? { leading: 0, proved: 0 }
        : { leading: missing(LEADING), proved: missing(PROVED) },
    variants: records.map(({ letter }, index) => ({
      letter,
      share: shares[index] ?? 0,
      chance: chances[index] ?? 0,
    })),
  };
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
