/** A calendar day, or a day and month that still lack their year. */
type Day = { year?: number; month: number; day: number };
type Found = { days: Day[]; start: number; end: number };

const DAY_MS = 86_400_000;
const MAX_DAYS_AHEAD = 60;
const MAX_TEXT = 4000;

// Stems, so that declined forms (Georgian, German, Portuguese "de março") are met as well.
const MONTH_STEMS = [
  "jan janv januar gennaio enero janeiro जनवरी იანვ",
  "feb fév fev febbraio फरवरी फ़रवरी თებერვ",
  "mar mär maerz marzo março मार्च მარტ",
  "apr avr abr aprile अप्रैल აპრილ",
  "may mai maggio mayo maio मई მაის",
  "jun juin giugno junio जून ივნის",
  "jul juil luglio जुलाई ივლის",
  "aug aoû aou ago agosto अगस्त აგვისტ",
  "sep sept set septiembre सितंबर सितम्बर სექტემბ",
  "oct okt ott out outubro अक्टूबर अक्तूबर ოქტომბ",
  "nov नवंबर नवम्बर ნოემბ",
  "dec déc dez dic दिसंबर दिसम्बर დეკემბ",
].map((stems) => stems.split(" "));

const WEEKDAYS = [
  "sunday dimanche sonntag domingo domenica रविवार კვირას",
  "monday lundi montag lunes lunedì lunedi segunda-feira सोमवार ორშაბათ",
  "tuesday mardi dienstag martes martedì martedi terça-feira मंगलवार სამშაბათ",
  "wednesday mercredi mittwoch miércoles mercoledì mercoledi quarta-feira बुधवार ოთხშაბათ",
  "thursday jeudi donnerstag jueves giovedì giovedi quinta-feira गुरुवार ხუთშაბათ",
  "friday vendredi freitag viernes venerdì venerdi sexta-feira शुक्रवार პარასკევ",
  "saturday samedi samstag sábado sabado sabato शनिवार შაბათ",
].map((names) => names.split(" "));

const MONTH = `(${MONTH_STEMS.flat()
  .toSorted((one, other) => other.length - one.length)
  .join("|")})[\\p{L}\\p{M}]*\\.?`;
const ORDINAL = "(?:st|nd|rd|th|er|º|°|ª|\\.)?";
const YEAR = "(?:,?\\s+(?:de\\s+|del\\s+)?(20\\d\\d))?";
const NOT_IN_NUMBER = "(?<![\\d.:/-])";

const DAY_FIRST = new RegExp(
  `${NOT_IN_NUMBER}(\\d{1,2})${ORDINAL}\\s*(?:of\\s+|de\\s+)?(?<![\\p{L}])${MONTH}${YEAR}`,
  "giu",
);
const MONTH_FIRST = new RegExp(
  `(?<![\\p{L}\\p{M}])${MONTH}\\s+(?:the\\s+)?(\\d{1,2})${ORDINAL}(?!\\d|[:.]\\d)${YEAR}`,
  "giu",
);
const ISO = /(?<!\d)(20\d\d)-(\d{1,2})-(\d{1,2})(?!\d)/g;
const NUMERIC =
  /(?<![\d.:/-])(\d{1,2})([./-])(\d{1,2})(?:\2(20\d\d|\d\d)(?!\d)|\.(?!\d)|(?![\d.:/-]))/g;
const WEEKDAY = new RegExp(`(?<![\\p{L}\\p{M}])(${WEEKDAYS.flat().join("|")})`, "giu");

// What stands before a day that ends an absence: some words at a distance, short ones right before it.
const BEFORE =
  /(?<![\p{L}\p{M}])(?:until|till?|through|thru|back|return(?:ing|s)?|resum\p{L}*|available|reachable|bis|zurück|wieder|erreichbar|jusqu[’'](?:au|à)|retour|reviens|reviendrai|rentre(?:rai)?|hasta|regres\p{L}*|vuelv\p{L}*|volver\p{L}*|fino|rientr\p{L}*|torn\p{L}*|ritorn\p{L}*|até|retorn\p{L}*|volt\p{L}*)(?![\p{L}])[^.!?\n]{0,28}$/iu;
const RIGHT_BEFORE =
  /(?:(?<![\p{L}\p{M}])(?:to|ab(?: dem)?|au|al|ao?)(?: \p{L}{3,12},?)?|[-–—])\s*$/iu;
const AFTER =
  /^[^.!?\n]{0,12}(?:तक|को\s+(?:वापस|लौट)|से\s+(?:वापस|उपलब्ध)|ის?\s+ჩათვლით|დავბრუნდ|დაბრუნ|ვიქნები)/u;
const GEORGIAN_UNTIL = /მდე\.?$/u;
/**
 * The day on which someone says they are back (or the last day of absence, when that is what they
 * name), as YYYY-MM-DD. Days before `now` and more than 60 days ahead are no answer.
 * Reads English, French, German, Spanish, Italian, Portuguese, Hindi and Georgian.
 */
export function findReturnDate(text: string, now: number): string | undefined {
  const plain = westernDigits(text.normalize("NFC").slice(0, MAX_TEXT));
  const today = startOfDay(now);
  const plausible = findDays(plain, today).flatMap((found) => {
    if (!endsAnAbsence(plain, found)) return [];
    const times = found.days.flatMap((day) => resolve(day, today) ?? []);
    return times.filter((at) => at >= today && at <= today + MAX_DAYS_AHEAD * DAY_MS);
  });
  // "Until the 3rd, back on the 6th": writing too early is worse than writing too late.
  const latest = plausible.toSorted((one, other) => other - one)[0];
  return latest === undefined ? undefined : new Date(latest).toISOString().slice(0, 10);
}

function endsAnAbsence(text: string, { start, end }: Found): boolean {
  if (GEORGIAN_UNTIL.test(text.slice(start, end)) || AFTER.test(text.slice(end, end + 40)))
    return true;
  const before = text.slice(Math.max(0, start - 48), start);
  return BEFORE.test(before) || RIGHT_BEFORE.test(before);
}

function findDays(text: string, today: number): Found[] {
  const dated = [
    ...collect(text, ISO, ([, year, month, day]) => [dayOf(month, day, year)]),
    ...collect(text, NUMERIC, ([, one, mark, other, year]) => numericDays(one, mark, other, year)),
    ...collect(text, DAY_FIRST, ([, day, month, year]) => [dayOf(monthNumber(month), day, year)]),
    ...collect(text, MONTH_FIRST, ([, month, day, year]) => [dayOf(monthNumber(month), day, year)]),
  ];
  if (dated.length > 0) return dated;
  return collect(text, WEEKDAY, ([, name]) => [nextWeekday(name, today)]);
}

function collect(text: string, pattern: RegExp, read: (match: RegExpExecArray) => Day[]): Found[] {
  return [...text.matchAll(pattern)].slice(0, 30).map((match) => ({
    days: read(match),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** 3/4 is read both ways: only what lies in the window counts, and the later of the two. */
function numericDays(one = "", mark = "", other = "", year = ""): Day[] {
  const dayFirst = dayOf(other, one, year);
  return mark === "/" ? [dayFirst, dayOf(one, other, year)] : [dayFirst];
}

function dayOf(month: string | number = 0, day: string | number = 0, year = ""): Day {
  const full = year.length === 2 ? `20${year}` : year;
  return { month: Number(month), day: Number(day), ...(full && { year: Number(full) }) };
}

function monthNumber(name = ""): number {
  const lower = name.toLowerCase();
  return MONTH_STEMS.findIndex((stems) => stems.includes(lower)) + 1;
}

function nextWeekday(name = "", today: number): Day {
  const wanted = WEEKDAYS.findIndex((names) => names.includes(name.toLowerCase()));
  const ahead = (wanted - new Date(today).getUTCDay() + 7) % 7 || 7;
  const at = new Date(today + ahead * DAY_MS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

/** Midnight UTC of a day; without a year the one that lies closest ahead. */
function resolve({ year, month, day }: Day, today: number): number | undefined {
  if (year !== undefined) return exactDay(year, month, day);
  const thisYear = new Date(today).getUTCFullYear();
  const soon = exactDay(thisYear, month, day);
  // In December "2 January" is next year; a day of last week is past and no answer.
  if (soon !== undefined && soon < today - 180 * DAY_MS) return exactDay(thisYear + 1, month, day);
  return soon;
}

function exactDay(year: number, month: number, day: number): number | undefined {
  const at = Date.UTC(year, month - 1, day);
  const made = new Date(at);
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day ? at : undefined;
}

function startOfDay(now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS;
}

function westernDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
}
