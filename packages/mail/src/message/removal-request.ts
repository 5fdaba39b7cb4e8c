import { REMOVAL_WORDS, type RemovalWords } from "./removal-words.ts";

/** Anyone who writes more than this has something else to say. */
const MOST_CHARACTERS = 600;
/** So much may be said beside the request: a name, thanks, a reason. */
const MOST_BESIDE = 160;
/** A line as long as this that ends in the middle of a sentence was broken by a program. */
const BROKEN_LINE = 45;
const GREETING =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|moin|servus|bonjour|bonsoir|madame|monsieur|hola|buen(?:os|as) (?:d[ií]as|tardes|noches)|estimad[oa]s?|ciao|salve|buongiorno|buonasera|gentile|ol[aá]|bo[am] (?:dia|tarde|noite)|prezad[oa]s?|car[oa]s?|dag|beste|geachte|goede(?:n|morgen|middag|avond|ndag)*|dzie[nń] dobry|witam|cze[sś][cć]|szanown[iay])(?![\p{L}\d])[^,!.?\n]{0,60}[,!.\n]/iu;

type Compiled = { request: RegExp; contrast: RegExp };

let compiled: Compiled[] | undefined;

/**
 * Whether someone asks to get no more mail, in English, German, French, Spanish, Italian, Portuguese, Dutch or Polish, and
 * says little besides. Rather misses a request than takes one for it: the whole sentence must be one, and another question
 * or a "but" beside it makes it none.
 *
 * @param text the new words of a reply, without quotation and signature
 */
export function asksForRemoval(text: string): boolean {
  const written = text.trim().replace(GREETING, "\n").trim();
  if (written === "" || written.length > MOST_CHARACTERS) return false;
  const sentences = sentencesOf(written);
  return (compiled ??= REMOVAL_WORDS.map(compile)).some((language) =>
    isRequest(sentences, language),
  );
}

type Sentence = { text: string; isQuestion: boolean };

function isRequest(sentences: readonly Sentence[], { request, contrast }: Compiled): boolean {
  const others = sentences.filter(({ text }) => !request.test(text));
  if (others.length === sentences.length) return false;
  if (others.some(({ text, isQuestion }) => isQuestion || contrast.test(text))) return false;
  return others.reduce((length, { text }) => length + text.length, 0) <= MOST_BESIDE;
}

function compile({ before, after, requests, contrast }: RemovalWords): Compiled {
  const request = `^(?:(?:${before}) )*(?:${requests.join("|")})(?: (?:${after}))*$`;
  return { request: new RegExp(request), contrast };
}

function sentencesOf(text: string): Sentence[] {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const joined = lines
    .map((line) => {
      const isBroken = line.length >= BROKEN_LINE && !/[.!?,:;]\s*$/.test(line);
      return isBroken ? `${line} ` : `${line}\n`;
    })
    .join("");
  return joined
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => ({ text: normalise(sentence), isQuestion: sentence.includes("?") }))
    .filter(({ text }) => text !== "");
}

/** Lower case without accents; everything but letters, digits and apostrophes is one blank. */
function normalise(sentence: string): string {
  return sentence
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("ß", "ss")
    .replaceAll(/[’‘`´]/g, "'")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\d']+/gu, " ")
    .trim();
}
