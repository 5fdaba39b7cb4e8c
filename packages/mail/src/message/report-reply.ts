import type { RefusalPhase } from "../refusal/refusal.ts";

const REPLY_IN_LINE = /(?:^|[\s:("'])[45]\d\d(?:[\s-]|:\s)|#?\b[45]\.\d{1,3}\.\d{1,3}\b/;

/** The lines that carry a server's reply, each with what follows it up to the next blank line. */
export function failureLines(report: string): string {
  const lines = report.split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => REPLY_IN_LINE.test(line));
  if (first < 0) return "";
  const end = lines.findIndex((line, index) => index > first && line === "");
  return lines.slice(first, end < 0 ? first + 12 : Math.min(end, first + 12)).join("\n");
}

/** How the usual servers say which command was answered: Postfix, Exim, qmail, Sendmail, Yahoo, GMX. */
const PHASES: [phase: RefusalPhase, words: RegExp][] = [
  [
    "rcpt",
    /in reply to rcpt to|after (?:pipelined )?rcpt\b|>>> rcpt to|\[rcpt_to\]|does not like recipient/i,
  ],
  [
    "mail",
    /in reply to mail from|after (?:pipelined )?mail from|>>> mail from|sender was rejected/i,
  ],
  [
    "data",
    /in reply to (?:end of )?data|after end of data|after data|>>> data|\[(?:end_of_)?data\]|failed after i sent the message|(?:for|after) (?:text|message) command|your message \(data\)/i,
  ],
  [
    "connect",
    /in reply to (?:ehlo|helo)|after initial connection|greeting failed|host \S{1,200} refused to talk to me/i,
  ],
];

/** Which command a report says was answered; "report" where it does not say. */
export function phaseOfReport(text: string): RefusalPhase {
  return PHASES.find(([, pattern]) => pattern.test(text))?.[0] ?? "report";
}

/** The line of a report that carries the server's reply, else the first line that says anything. */
export function firstFailureLine(report: string): string {
  const lines = report.split("\n").map((line) => line.trim());
  return (
    lines.find((line) => /(?:^|\s)5\d\d[\s-]|#?\b[45]\.\d{1,3}\.\d{1,3}\b/.test(line)) ??
    lines.find((line) =>
      /unknown|not exist|full|quota|reject|refused|invalid|time[d]? ?out/i.test(line),
    ) ??
    lines.find((line) => /failed|expired|deliver/i.test(line)) ??
    lines.find((line) => line !== "") ??
    ""
  );
}
