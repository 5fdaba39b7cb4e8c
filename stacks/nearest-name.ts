/** How many letters have to be put in, left out or replaced to make one word of the other (Levenshtein). */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of one.split("").entries()) {
    const now = [row + 1];
    for (const [at, its] of other.split("").entries()) {
      const replaced = (before[at] ?? 0) + (letter === its ? 0 : 1);
      now.push(Math.min(replaced, (before[at + 1] ?? 0) + 1, (now[at] ?? 0) + 1));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}

/** Longer than any name of ours: such a word is no slip of one. */
const LONGEST_WORD = 40;

/** Which of these names someone meant who wrote the word; undefined where none is like it. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const small = word.toLowerCase();
  const [best] = names
    .map((name) => ({ name, far: distance(small, name.toLowerCase()) }))
    .filter(({ name, far }) => far <= Math.max(2, name.length / 3))
    .sort((a, b) => a.far - b.far);
  return best?.name;
}
