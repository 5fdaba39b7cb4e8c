import EmailReplyParser from "email-reply-parser";
import { htmlWithoutQuotes } from "./html-text.ts";

// The parser's time grows with the cube of a line and the square of a text: it is shown short lines,
// few of them, and never the inside of a long quotation.
const MAX_INPUT_LENGTH = 2 * 1024 * 1024;
const MAX_PARSED_LENGTH = 20_000;
const MAX_PARSED_LINE = 240;
const MAX_QUOTE_LINES = 20;
const MAX_RESULT_LENGTH = 100_000;

/**
 * What someone wrote themselves: a reply without quoted history, returned original and signature. HTML is preferred where
 * it is given, for it says what is a quotation. Words below or between quotations stay. Where nothing would be left the text
 * stays without its marked quotations, so it is empty only where each line of it is one.
 * Reads about the first 20,000 characters of unquoted lines and returns at most 100,000 characters.
 */
export function stripReply({ text, html }: { text: string; html?: string }): string {
  const fromHtml = html ? htmlWithoutQuotes(html) : "";
  return (
    stripText(fromHtml) ||
    stripText(text) ||
    unquoted(text) ||
    (text.trim() ? "" : unquoted(fromHtml))
  );
}

function stripText(text: string): string {
  const longLines: string[] = [];
  const lines = quoteAttributions(cutAtOriginal(shortenQuotes(readLines(text))));
  const closed = openDividers(closeListFooter(lines));
  const shown = closed.map((line) => hideLine(line, longLines));
  const visible = visibleText(cutToLength(shown));
  return showLines(visible, longLines).trim().slice(0, MAX_RESULT_LENGTH);
}

/** All but the lines that are marked as quoted and what introduces them. */
function unquoted(text: string): string {
  const lines = quoteAttributions(readLines(text)).filter(
    (line) => !isQuote(line) && !isSeparator(line) && !/^[\s_=*-]+$/.test(line),
  );
  const own = lines.join("\n").trim();
  return /[\p{L}\p{N}]/u.test(own) ? own.slice(0, MAX_RESULT_LENGTH) : "";
}

function readLines(text: string): string[] {
  return text
    .slice(0, MAX_INPUT_LENGTH)
    .replace(/\r\n?/g, "\n")
    .replace(/[\u200b\ufeff\ue000-\ue002]/g, "")
    .replace(/\u00a0/g, " ")
    .split("\n")
    .map((line) => (/^-- ?$/.test(line) ? "-- " : line.trimEnd()));
}

function isQuote(line: string | undefined): boolean {
  return /^\s{0,3}>/.test(line ?? "");
}

/** Keeps the first lines of each quotation and one of several blank lines: the parser needs no more. */
function shortenQuotes(lines: string[]): string[] {
  const kept: string[] = [];
  let run = 0;
  let blanks = 0;
  for (const line of lines) {
    run = isQuote(line) ? run + 1 : 0;
    blanks = line === "" ? blanks + 1 : 0;
    if (run <= MAX_QUOTE_LINES && blanks <= 2) kept.push(run > 0 ? line.slice(0, 80) : line);
  }
  return kept;
}

// What is neither letter nor digit in any script: to \W, words of Hindi and Georgian would be that too.
const SEPARATOR =
  /^[^\p{L}\p{M}\p{N}_]*(?:original message|original appointment|forwarded message|begin forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d['’]origine|message original|message transféré|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original|mensagem encaminhada|मूल संदेश|ორიგინალური შეტყობინება)[^\p{L}\p{M}\p{N}_]*$/iu;
const FROM_FIELD = /^[\s*]*(?:from|von|de|da|desde|mittente|remetente|प्रेषक|से|ვისგან)\s?:\**\s/iu;
const OTHER_FIELD =
  /^[\s*]*(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet|enviado(?: el)?|fecha|para|asunto|inviato|data|a|oggetto|enviada(?: em)?|assunto|भेजा गया|दिनांक|प्रति|विषय|გაგზავნილია|თარიღი|ვის|თემა)\s?:\**\s/iu;

/**
 * Drops a copied original: from its separator, or from the header block that Outlook writes. Where the original is quoted
 * line by line only its header goes, since answers may stand between the quotations.
 */
function cutAtOriginal(lines: string[]): string[] {
  const start = lines.findIndex(
    (line, index) => isSeparator(line) || (FROM_FIELD.test(line) && isHeaderBlock(lines, index)),
  );
  if (start < 0) return lines;
  const above = lines.slice(0, start);
  const body = lines.slice(afterHeader(lines, start));
  if (isQuote(body.find((line) => line !== ""))) return [...above, "", ...body];
  while (above.length > 0 && /^\s*(?:[_=-]{2,}\s*)?$/.test(above.at(-1) ?? "")) above.pop();
  return above;
}

/** Where the original begins, below its separator and the few fields of its header. */
function afterHeader(lines: string[], start: number): number {
  let index = isSeparator(lines[start] ?? "") ? start + 1 : start;
  const isField = (line: string) =>
    FROM_FIELD.test(line) || OTHER_FIELD.test(line.slice(0, 200)) || line === "";
  while (index < Math.min(lines.length, start + 14) && isField(lines[index] ?? "")) index += 1;
  return index;
}

function isSeparator(line: string): boolean {
  return /^\s*[-_=*]{2}|^begin forwarded/i.test(line) && line.length < 100 && SEPARATOR.test(line);
}

function isHeaderBlock(lines: string[], from: number): boolean {
  const next = lines
    .slice(from + 1, from + 6)
    .filter((line) => OTHER_FIELD.test(line.slice(0, 200)));
  return next.length >= 2;
}

/** "… <ana@example.com> wrote:" in any language right above a quotation is part of it. */
function quoteAttributions(lines: string[]): string[] {
  return lines.map((line, index) => {
    const below = lines[index + 1] === "" ? lines[index + 2] : lines[index + 1];
    const isAttribution = isQuote(below) && line.length < MAX_PARSED_LINE && /[:：]\s*$/.test(line);
    return isAttribution && NAMES_WRITER.test(line) && !isQuote(line) ? `> ${line}` : line;
  });
}

/** An address, a time or a date: "My answer to point 2:" has none. */
const NAMES_WRITER =
  /@|\b\d{1,2}[:.h]\d{2}\b|\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|wrote:|schrieb:|écrit ?:|escribió:|scritto:|escreveu:/u;

const DIVIDER =
  /^(?:\s*[-_]{2,4} ?|[+=]{2,4}|\w{0,20}\s?(?:and )?regards,?!?|cheers,?!?|best wishes,?!?|bien . vous,?!?|\w{0,20}\s?cordialement,?!?|bonne (?:journ.e|soir.e)!?)$/i;
const MAX_SIGNATURE_LINES = 8;
const POSTSCRIPT = /^p\.? ?s\.?\s?[:.,–-]?\s+\S/i;

/** What the parser takes for the begin of a signature, with more below it than a signature has, stays a part of the text. */
function openDividers(lines: string[]): string[] {
  const left = Array.from({ length: lines.length + 1 }, () => 0);
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? "";
    left[index] = isQuote(line) ? 0 : (left[index + 1] ?? 0) + (line === "" ? 0 : 1);
  }
  const postscript = lines.findLastIndex((line) => POSTSCRIPT.test(line));
  return lines.map((line, index) => {
    // RFC 3676 4.3: dash, dash, space is a signature however long it is.
    const isLong = (left[index] ?? 0) - 1 > MAX_SIGNATURE_LINES && line !== "-- ";
    const isOpen = isLong || index < postscript;
    return isOpen && DIVIDER.test(line) ? `${line}${NO_SIGNATURE}` : line;
  });
}

/** Keeps the parser from seeing the end of such a line. */
const NO_SIGNATURE = "\ue002";

/** A long rule with a few lines after it is the footer of a mailing list: a signature. */
function closeListFooter(lines: string[]): string[] {
  const rule = lines.findLastIndex((line) => /^_{5,200}$/.test(line));
  if (rule < 0) return lines;
  const after = lines.slice(rule + 1).filter((line) => line !== "" && !isQuote(line));
  return after.length > 5 ? lines : lines.with(rule, "__");
}

/** A long paragraph stands for itself as one mark: no signature or attribution is that long. */
function hideLine(line: string, hidden: string[]): string {
  const isSentence = /^sent from .{3,},\s\p{Ll}/iu.test(line.slice(0, MAX_PARSED_LINE));
  if (isQuote(line) || (line.length <= MAX_PARSED_LINE && !isSentence)) return line;
  hidden.push(line);
  return `\ue000${hidden.length - 1}\ue001`;
}

function showLines(text: string, hidden: string[]): string {
  return text
    .replaceAll(NO_SIGNATURE, "")
    .replace(/\ue000(\d+)\ue001/g, (_, index: string) => hidden[Number(index)] ?? "");
}

function cutToLength(lines: string[]): string[] {
  let length = 0;
  const end = lines.findIndex((line) => {
    length += line.length + 1;
    return length > MAX_PARSED_LENGTH;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

// Openings of attributions that the parser follows over any number of lines.
const OPEN_ENDED = /^\s*(?:op|w dniu|dnia|在|den|[a-z]{3,4}\.)\s/iu;

function visibleText(lines: string[]): string {
  const openEnded = lines.filter((line) => OPEN_ENDED.test(line)).length;
  if (openEnded > 12) return lines.filter((line) => !isQuote(line)).join("\n");
  return new EmailReplyParser().parseReply(lines.join("\n"));
}
