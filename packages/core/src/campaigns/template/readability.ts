/** So many are well; one more and the editor warns. */
const MOST_ADVERBS = 4;
const MOST_PASSIVES = 3;
/** Of an adult who reads silently. */
const WORDS_A_MINUTE = 200;

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

// Words in -ly that are no adverbs.
const NO_ADVERBS = new Set(
  (
    "ally anomaly apply assembly belly bully butterfly comply costly curly daily deadly early elderly " +
    "family fly friendly homely hourly imply italy jelly july likely lily lively lonely lovely monopoly " +
    "monthly multiply orderly quarterly rely reply silly supply timely ugly unlikely weekly yearly"
  ).split(" "),
);

// Participles that do not end in -ed.
const IRREGULAR =
  "begun bought broken brought built caught chosen cut done drawn driven eaten felt found forgotten given " +
  "heard held kept known led left lost made meant met paid put read said seen sent set shown sold spent " +
  "spoken taken taught thought told understood won worn written";
// Adjectives and other words that look like a participle.
const NO_PARTICIPLES = new Set(
  "delighted excited hundred indeed interested need pleased red tired".split(" "),
);
const PASSIVE = new RegExp(
  `\\b(?:am|is|are|was|were|be|been|being)\\s+(?:not\\s+|\\w+ly\\s+)?(\\w+ed|${IRREGULAR.replaceAll(" ", "|")})\\b`,
  "gi",
);

// What filters and people have learned to distrust.
const SPAM_WORDS = [
  "100%",
  "act now",
  "buy now",
  "cash",
  "cheap",
  "click here",
  "congratulations",
  "credit card",
  "earn money",
  "free",
  "guaranteed",
  "limited time",
  "lowest price",
  "no obligation",
  "order now",
  "risk-free",
  "urgent",
  "winner",
];

export type Readability = {
  words: number;
  readingSeconds: number;
  adverbs: number;
  hasManyAdverbs: boolean;
  passives: number;
  hasManyPassives: boolean;
  spamWords: string[];
};

/**
 * How a mail reads; hints, never a reason to refuse one. Adverbs, passive voice and spam words are looked for in English
 * alone. Of a spintax group the first option counts.
 *
 * @param text plain text that may hold template tags
 * @param language a BCP 47 tag
 */
export function checkReadability(text: string, language: string): Readability {
  const plain = withoutTags(text);
  const words = plain.match(WORD) ?? [];
  const isEnglish = language.toLowerCase().startsWith("en");
  const adverbs = isEnglish ? words.filter(isAdverb).length : 0;
  const passives = isEnglish ? countPassives(plain) : 0;
  return {
    words: words.length,
    readingSeconds: Math.ceil((words.length / WORDS_A_MINUTE) * 60),
    adverbs,
    hasManyAdverbs: adverbs > MOST_ADVERBS,
    passives,
    hasManyPassives: passives > MOST_PASSIVES,
    spamWords: isEnglish ? findSpamWords(plain) : [],
  };
}

/** A variable reads as the word that comes in its place. */
function withoutTags(text: string): string {
  let plain = text.replace(/\{\{[^{}]*\}\}/g, " Variable ");
  for (let before = ""; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\{([^{}|]*)\|[^{}]*\}/g, "$1");
  }
  return plain;
}

const isAdverb = (word: string) => /..ly$/i.test(word) && !NO_ADVERBS.has(word.toLowerCase());

function countPassives(text: string): number {
  return [...text.matchAll(PASSIVE)].filter(
    ([, participle = ""]) => !NO_PARTICIPLES.has(participle.toLowerCase()),
  ).length;
}

function findSpamWords(text: string): string[] {
  const lower = text.toLowerCase().replace(/\s+/g, " ");
  return SPAM_WORDS.filter((words) =>
    new RegExp(`(?<![\\p{L}\\p{N}-])${words}(?![\\p{L}\\p{N}-])`, "u").test(lower),
  );
}
