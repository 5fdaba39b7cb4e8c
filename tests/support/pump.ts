import fc from "fast-check";

/** What texts of people and programs repeat, and what most expressions begin with. */
const COMMON = ` |\n|\t|\r\n|a|A|0|<|<a |< |>|&|&#|-|.|,|:|;|/|\\|_|=|@|(|[|{|"|'|*|+|%|é`.split(
  "|",
);
/** End a repetition so that the expression fails where it had hoped to match. */
const ENDS = ["\u0001", "a"];
const SAMPLES = 3;
const LONGEST = 12;

type Attack = { head: string; pump: string; end: string };

/** Texts that make an expression look far: the common repetitions, and those of parts of what it matches. */
function attacksOn(regex: RegExp): Attack[] {
  const samples = samplesOf(regex);
  const pumps = new Set(COMMON);
  for (const [literal] of regex.source.matchAll(/(?:[^\\^$.*+?()[\]{}|]|\\\W)+/g)) {
    const text = literal.replaceAll("\\", "");
    for (const pump of [text, `${text} `]) if (pump !== "") pumps.add(pump);
  }
  for (const sample of samples) {
    const text = sample.slice(0, LONGEST);
    for (let end = 1; end <= text.length; end += 1) {
      pumps.add(text.slice(0, end));
      for (const size of [1, 2, 3]) pumps.add(text.slice(Math.max(0, end - size), end));
    }
  }
  const bare = [...pumps].flatMap((pump) => ENDS.map((end) => ({ head: "", pump, end })));
  const after = [...new Set(samples)].flatMap((head) =>
    COMMON.map((pump) => ({ head, pump, end: "\u0001" })),
  );
  return [...bare, ...after];
}

function samplesOf(regex: RegExp): string[] {
  // Lookarounds and properties of Unicode have no generator: without them the rest often has.
  const simpler = regex.source.replace(/\(\?<?[!=][^()]*\)/g, "").replace(/\\[pP]\{\w+\}/g, "x");
  for (const [source, flags] of [
    [regex.source, regex.flags],
    [simpler, regex.flags.replace(/[uv]/, "")],
  ] as const) {
    try {
      const texts = fc.stringMatching(new RegExp(source, flags), { size: "xsmall" });
      return fc.sample(texts, { numRuns: SAMPLES, seed: 7 });
    } catch {}
  }
  return [];
}

/** Milliseconds of CPU that it takes to find everything in a text: the least of some tries, since a machine is busy. */
function costOf(regex: RegExp, { head, pump, end }: Attack, length: number, tries: number): number {
  const text = head + pump.repeat(Math.ceil(length / pump.length)) + end;
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < tries; count += 1) {
    const at = process.cpuUsage();
    text.replace(regex, "");
    const { user, system } = process.cpuUsage(at);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** With 22 characters, what grows exponentially takes this long; anything else a thousandth of a millisecond. */
const EXPONENTIAL = { length: 22, ms: 2 };
/** With 800 characters, what grows with the square takes this long; a linear search takes 0.02 ms. */
const SQUARE = { length: 800, ms: 0.12 };
/** Four times the text takes a linear search four times as long, and one that grows with the square sixteen times. */
const GROWN = { times: 4, linear: 8 };
const TRIES = 3;

export type Worst = { ms: number; length: number; text: string };

/**
 * The worst text found for an expression, and the milliseconds of CPU that its 200,000 characters take; fewer characters
 * where those take longer than `mostMs` already, or would not come to an end. What takes longer than that and grows with
 * the text alone is measured on a slow machine: its time is taken for `mostMs`.
 */
export function worstOf(regex: RegExp, mostMs: number): Worst {
  const every = new RegExp(regex.source, `${regex.flags.replace(/[gy]/g, "")}g`);
  const attacks = attacksOn(regex);
  for (const attack of attacks) {
    const { length } = EXPONENTIAL;
    if (costOf(every, attack, length, 1) < EXPONENTIAL.ms) continue;
    if (costOf(every, attack, length, TRIES) < EXPONENTIAL.ms) continue;
    return { ms: Number.POSITIVE_INFINITY, length, text: JSON.stringify(attack) };
  }
  let worst = { attack: { head: "", pump: " ", end: "" }, ms: 0 };
  for (const attack of attacks) {
    const ms = costOf(every, attack, SQUARE.length, 1);
    if (ms > worst.ms) worst = { attack, ms };
    if (ms < SQUARE.ms || costOf(every, attack, SQUARE.length, TRIES) < SQUARE.ms) continue;
    const long = costOf(every, attack, 20_000, TRIES);
    if (long > mostMs) return { ms: long, length: 20_000, text: JSON.stringify(attack) };
  }
  const length = 200_000;
  const ms = costOf(every, worst.attack, length, TRIES);
  const isLinear =
    ms > mostMs && ms < GROWN.linear * costOf(every, worst.attack, length / GROWN.times, TRIES);
  return { ms: isLinear ? mostMs : ms, length, text: JSON.stringify(worst.attack) };
}
