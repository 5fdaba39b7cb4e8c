import type { ReceivedMessage } from "./read-message.ts";
import { findReturnDate } from "./return-date.ts";
import { stripReply } from "./strip-reply.ts";

/** Written by a machine; `out-of-office` when it says that a person is away. */
export type AutoReply =
  | { kind: "auto-reply" }
  /** `returnsOn` is YYYY-MM-DD, absent when none is stated or it is more than 60 days ahead. */
  | { kind: "out-of-office"; returnsOn?: string };

type Evidence = "certain" | "hint" | "none";

// Anchored at the start: "Re: out of office" is someone talking about it.
/** What programs write, in whatever language: with a body that says the same it is an absence. */
const AWAY_SUBJECTS = [
  /^\W*(?:out[- ]of[- ](?:the )?office|ooo\b|away (?:from|until|message)\b|on (?:annual|parental|maternity) leave|annual leave|currently (?:away|out)|i(?:'| a)m (?:currently )?(?:away|out of (?:the )?office|on (?:vacation|holiday|leave|annual leave)))/i,
  /^\W*(?:abwesen|außer haus|ausser haus|nicht im büro|im urlaub)/i,
  /^\W*(?:absen(?:t|ce)|en congés?|hors du bureau|message d'absence)/i,
  /^\W*(?:fuera de (?:la )?oficina|ausen(?:te|cia)|de vacaciones|estoy fuera)/i,
  /^\W*(?:fuori (?:ufficio|sede)|assen(?:te|za)|in ferie)/i,
  /^\W*(?:fora do escritório|ausên?cia|ausente|de férias|em férias)/i,
  /^\s*(?:कार्यालय से बाहर|ऑफिस से बाहर|ऑफ़िस से बाहर|अवकाश पर|छुट्टी पर|अनुपस्थि)/,
  /^\s*(?:ოფისში არ ვ|ოფისს? გარეთ|შვებულება|არ ვარ ოფისში|არყოფნის)/,
];

/** Common words that people begin a subject with, too: they need a date of return, or a program's mark, besides. */
const HOLIDAY_SUBJECTS =
  /^\W*(?:away\b|vacation|holiday|on (?:vacation|holiday|leave|pto)\b|urlaub|vacances|vacaciones|ferie\b|férias)/i;

/** The subject of the mail that is answered follows: only programs write that. */
const AWAY_PREFIX =
  /^\W*(?:out[- ]of[- ](?:the )?office(?: auto-?(?:reply|response))?|abwesenheits\p{L}*|absence du bureau|fuera de (?:la )?oficina|fuori (?:ufficio|sede)|fora do escritório|ausência temporária)\s*:\s*\S/iu;

const AUTO_SUBJECTS = [
  /^\W*(?:auto(?:matic|mated)?[- ]?(?:reply|response|respuesta|risposta|resposta)|auto[- ]?responder|automated message)/i,
  /^\W*(?:automatische (?:antwort|rückantwort)|autoantwort|réponse automatique|respuesta autom[aá]tica|risposta automatica|resposta autom[aá]tica)/i,
  /^\s*(?:स्वचालित (?:उत्तर|जवाब|प्रतिक्रिया)|स्वतः उत्तर|ავტომატური პასუხი)/,
];

/** A person thanks, too; a program says what happens next. */
const RECEIPT_SUBJECT =
  /^\W*thank you for (?:your (?:e-?mail|message|enquiry|inquiry|request)|contacting)/i;
const RECEIPT_BODY =
  /\b(?:this is an automat\w+|automat(?:ed|ic) (?:reply|response|message|e-?mail)|do not (?:reply|respond) to this|(?:have|has been) received(?: your)?|(?:get back|respond|reply) to you (?:within|as soon as)|within \d+ (?:business|working) (?:days|hours)|ticket)\b/i;

const AWAY_BODIES = [
  /\b(?:out of (?:the |my )?office|away from (?:the|my) (?:office|desk)|(?:am|be|currently|is) (?:on|taking) (?:\w+ )?(?:vacation|holidays?|leave|pto|parental leave|maternity leave)|(?:am|be|is) (?:currently )?(?:away|travell?ing)\b|out of office)/i,
  /\b(?:nicht im (?:büro|haus)|außer haus|ausser haus|im urlaub|abwesend|nicht erreichbar|in (?:mutterschutz|elternzeit))/i,
  /\b(?:absente? du bureau|suis (?:actuellement )?(?:absente?|en (?:congés?|déplacement|vacances))|(?:serai|suis) absente?|hors du bureau|en congés?\b)/i,
  /\b(?:fuera de (?:la |mi )?oficina|(?:estoy|estaré|me encuentro) (?:\w+ )?(?:fuera|ausente|de vacaciones)|de vacaciones)/i,
  /\b(?:fuori (?:ufficio|sede)|(?:sono|sarò) (?:\w+ )?(?:assente|in ferie|fuori)|in ferie\b)/i,
  /(?:fora do escritório|(?:estou|estarei|encontro-me) (?:\p{L}+ )?(?:fora|ausente|de férias|em férias)|de férias\b)/iu,
  /(?:कार्यालय से बाहर|ऑफ़?िस से बाहर|(?:छुट्टी|अवकाश) पर (?:हूँ|हूं|हू|रहूँगा|रहूंगा|रहूँगी|रहूंगी|हैं)|कार्यालय में (?:नहीं|उपस्थित नहीं))/,
  /(?:ოფისში არ ვ|არ ვარ ოფისში|არ ვიქნები ოფისში|შვებულებაში (?:ვარ|ვიმყოფები|ვიქნები)|ოფისს გარეთ)/,
];

const AWAY_DETAILS = [
  /\b(?:limited|no|intermittent|sporadic) access to (?:my )?(?:e-?mails?|mail|internet)|respond (?:to (?:you|your \w+) )?(?:up)?on my return|(?:when|after|once) i(?:'m| am)? (?:return|back|get back)|in (?:urgent cases|case of emergency)|for urgent (?:matters|issues|requests|enquiries)|will not be (?:read|forwarded)|if (?:your (?:matter|request) is|it is|this is) urgent/i,
  /in dringenden (?:fällen|angelegenheiten)|nach meiner rückkehr|(?:e-mail|nachricht)\w{0,20} (?:wird|werden) nicht weitergeleitet|meine vertretung/i,
  /en cas d['’]urgence|à mon retour|accès limité/i,
  /(?:en caso de urgencia|para (?:asuntos|temas) urgentes|a mi (?:regreso|vuelta)|acceso limitado)/i,
  /(?:in caso di urgenza|per (?:urgenze|questioni urgenti)|al mio (?:rientro|ritorno)|accesso limitato)/i,
  /(?:em caso de urgência|para assuntos urgentes|(?:no|ao) meu (?:retorno|regresso)|acesso limitado)/i,
  /(?:तत्काल|अति आवश्यक|आपात).{0,40}संपर्क|लौटने पर|वापस आने पर/,
  /გადაუდებელ|დაბრუნების (?:შემდეგ|შემდგომ)|სასწრაფო (?:საკითხ|შემთხვევ)/,
];

/** Reads an automatic answer: by its headers first (RFC 3834), then by what subject and text say together. */
export function readAutoReply(message: ReceivedMessage, now: number): AutoReply | undefined {
  const evidence = readHeaders(message);
  const { subject } = message;
  const text = stripReply({ text: message.text }).slice(0, 4000) || message.text.slice(0, 4000);
  const isAutomatic = evidence === "certain" || isAutomaticByText(subject, text);
  const returnsOn = findReturnDate(`${subject}.\n${text}`, now);
  const isAway =
    isVacation(message) ||
    AWAY_PREFIX.test(subject) ||
    saysAway({ subject, text, isAutomatic, isHint: evidence === "hint", returnsOn });
  if (isAway) return { kind: "out-of-office", ...(returnsOn && { returnsOn }) };
  return isAutomatic ? { kind: "auto-reply" } : undefined;
}

function isAutomaticByText(subject: string, text: string): boolean {
  return (
    matches(AUTO_SUBJECTS, subject) || (RECEIPT_SUBJECT.test(subject) && RECEIPT_BODY.test(text))
  );
}

type Said = {
  subject: string;
  text: string;
  isAutomatic: boolean;
  isHint: boolean;
  returnsOn: string | undefined;
};

/** A person may write each of these words: without a program's mark two signs of absence are needed. */
function saysAway({ subject, text, isAutomatic, isHint, returnsOn }: Said): boolean {
  const isAwaySubject = matches(AWAY_SUBJECTS, subject);
  const isHolidaySubject = HOLIDAY_SUBJECTS.test(subject);
  const isAwayBody = matches(AWAY_BODIES, text);
  const hasDetails = matches(AWAY_DETAILS, text);
  const hasReturn = returnsOn !== undefined;
  if (isAutomatic) return [isAwayBody, isAwaySubject, isHolidaySubject].some(Boolean);
  const isHoliday = !isAwaySubject && isHolidaySubject && hasReturn;
  const signs = [isAwaySubject, isAwayBody, hasDetails, isHoliday, isHint];
  return (isAwaySubject || isAwayBody) && signs.filter(Boolean).length >= 2;
}

function readHeaders({ headers }: ReceivedMessage): Evidence {
  const value = (name: string) => (headers.get(name) ?? "").trim().toLowerCase();
  const submitted = value("auto-submitted");
  const precedence = value("precedence");
  const isCertain =
    // RFC 3834 5: anything but "no" was made without a person.
    (submitted !== "" && !submitted.startsWith("no")) ||
    CERTAIN_HEADERS.some((name) => headers.has(name)) ||
    /^auto[_-]reply$/.test(precedence) ||
    value("x-apple-action").includes("vacation");
  if (isCertain) return "certain";
  const isHint =
    (/^(?:bulk|junk)$/.test(precedence) && !headers.has("list-id")) ||
    /^<\s*>$/.test(value("return-path")) ||
    /\b(?:all|oof|autoreply)\b/.test(value("x-auto-response-suppress"));
  return isHint ? "hint" : "none";
}

const CERTAIN_HEADERS = [
  "x-autoreply",
  "x-autoreply-from",
  "x-autorespond",
  "x-autoresponder",
  "x-auto-reply",
  "x-mail-autoreply",
  "x-vacation",
  "x-ms-exchange-generated-message-source",
];

function isVacation({ headers }: ReceivedMessage): boolean {
  return headers.has("x-vacation") || /vacation/i.test(headers.get("x-apple-action") ?? "");
}

function matches(patterns: RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
