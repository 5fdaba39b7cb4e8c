import { hash32 } from "../../seeded-hash.ts";

export type Arm = { trials: number; successes: number };

const DRAWS = 10_000;

/**
 * How probable it is of each arm that its rate is the best, by drawing from the posteriors Beta(1 + successes,
 * 1 + failures). The same arms and seed give the same figures; they sum to 1.
 */
export function chancesOfBest(arms: readonly Arm[], seed: string | number): number[] {
  const random = generator(hash32(seed));
  const wins = arms.map(() => 0);
  for (let draw = 0; draw < DRAWS; draw++) {
    let best = 0;
    let bestRate = -1;
    arms.forEach(({ trials, successes }, index) => {
      const rate = beta(1 + successes, 1 + Math.max(0, trials - successes), random);
      if (rate <= bestRate) return;
      best = index;
      bestRate = rate;
    });
    wins[best] = (wins[best] ?? 0) + 1;
  }
  return wins.map((count) => count / DRAWS);
}

function beta(a: number, b: number, random: () => number): number {
  const x = gamma(a, random);
  return x / (x + gamma(b, random));
}

/** Marsaglia and Tsang, "A simple method for generating gamma variables" (2000), for shapes from 1 on. */
function gamma(shape: number, random: () => number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v <= 0) continue;
    if (Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Box and Muller. */
const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Mulberry32: uniform in [0, 1), the whole sequence given by its seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
