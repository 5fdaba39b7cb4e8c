import type { ReceivedMessage } from "./read-message.ts";

/** How much of a report is read: what follows is a copy of the original. */
export const MAX_REPORT_LENGTH = 20_000;

const DAEMON_ADDRESS =
  /^(?:mailer-?daemon|mail-?daemon|post[_-]?master|mail-?delivery|bounces?|mdaemon|delivery-?(?:status|notification))(?:[@+.-]|$)/i;
const DAEMON_NAME =
  /mail(?:er)?[- ]?daemon|mail delivery (?:sub)?system|mail administrator|system administrator|postmaster|mail system/i;

const SUBJECTS = [
  /^(?:\[[^\]]{1,40}\]\s*)?(?:[\w.-]+\s)?(?:undeliver(?:ed|able)|delivery (?:status|failure|failed|has failed|report|notification|problem|error|delayed)|(?:e-?)?mail (?:delivery|system|failed|failure|could not)|message (?:delivery|undeliverable|not delivered|could not|delayed)|returned (?:(?:e-?)?mail|message)|failure (?:notice|delivery)|failed (?:delivery|mail)|could not (?:deliver|send)|non[- ]?delivery|not delivered|nondeliverable|warning: (?:could not|message|e-?mail)|rejected (?:mail|message)|postmaster notify|notice: mail delivery|there was an error sending)/i,
  /\b(?:delivery failure|mail failure|returning (?:message )?to sender|undelivered mail|delivery status notification|undeliverable)\b/i,
  /^(?:unzustellbar|nicht zustellbar|zustellung fehlgeschlagen|fehler bei der zustellung|unzustellbare nachricht)/i,
  /^(?:non remis|non distribuable|échec de (?:la )?(?:remise|distribution)|courrier non remis|message non délivré)/i,
  /^(?:no se puede entregar|no entregado|no se pudo entregar|error de entrega|mensaje no entregado|correo devuelto)/i,
  /^(?:non recapitabile|mancat[ao] (?:recapito|consegna)|consegna non riuscita|impossibile recapitare)/i,
  /^(?:não (?:entregue|foi possível entregar|é possível entregar)|falha na entrega|mensagem não entregue|devolvid[ao])/i,
  /(?:не доставлено|недоставлен\p{L}*)/iu,
  /(?:配信不能|配信できません|エラー通知|送信エラー)/,
];

const BODIES = [
  /\b(?:(?:could|can)(?: ?not|n't)|(?:was|were|is|has|have)(?: ?not|n't)(?: yet)?(?: been)?(?: able to)?|unable to|did not|failed to|trouble|error)\b.{0,60}\b(?:be )?(?:deliver(?:ed|ing|y)?|reach(?:ed)?|sen[dt])\b/is,
  /\b(?:delivery|mail|message)\b.{0,80}\b(?:failed|failure|undeliverable|rejected|returned)\b/is,
  /\b(?:permanent|fatal|delivery|transient) (?:errors?|failures?|problems?)\b/i,
  /\b(?:recipient|address)(?:es|s|\(e?s\))?\b.{0,60}\b(?:rejected|failed|invalid|unknown|errors?|problems?)\b/is,
  /\b(?:user unknown|unknown user|no such user|invalid user|mailbox (?:is )?full|over quota|user (?:not|does) |not listed in)\b/i,
  /\b(?:failure reasons?|undeliverable|non[- ]?delivery|exceeded the (?:local )?limit)\b/i,
  /(?:^|\s)[45]\d\d[ -](?:#?[45]\.\d+\.\d+|<|\S+@)/m,
  /konnten?\b.{0,80}\bnicht zugestellt|zustellung.{0,40}fehlgeschlagen|unzustellbar/i,
  /n'a pas pu être (?:remis|délivré|distribué)|échec de la (?:remise|distribution)/i,
  /no (?:se )?(?:ha podido|pudo|puede) (?:ser )?entrega|non è stato possibile (?:recapitare|consegnare)|impossibile (?:recapitare|consegnare)/i,
  /não (?:pôde|pode|foi possível) (?:ser )?entreg/i,
  /не (?:может быть|было|удалось) достав/i,
  /送信できません|配信できません|届けられません|送信に失敗/,
];

/** The opening lines of the usual servers' reports, whoever they are from: sendmail, qmail, Exim, OpenSMTPD, DragonFly, Amazon. */
const FORMS = [
  /(?<!-)-{3,} ?(?:the following address(?:es)?\b.{0,60}(?:errors?|problems?|undeliverable)|transcript of session follows)\b.{0,20}-{2,}/i,
  /\bthis is the (?:qmail-send program|mailer-daemon|[\w ]{0,20}mail agent|(?:postfix|mail) (?:program|system) at)\b/i,
  /\ban error occurred while trying to deliver the mail to the following recipients\b|\bdelivery has failed to these recipients or (?:groups|distribution lists)\b/i,
  /\bthis message was created automatically by (?:mail delivery software|the smtp relay)\b/i,
  /\b(?:final-recipient|diagnostic-code):[^\n]{3,400}\n(?:[^\n]{1,400}\n){0,6}?(?:action|status|diagnostic-code):/i,
];

const SERVER_REPLY = /(?:^|\D)[45]\d\d[ -]|\b[45]\.\d{1,3}\.\d{1,3}\b/m;

const STILL_TRYING = [
  /\b(?:will|shall)\b.{0,30}\b(?:keep|continue|be)\b.{0,20}\b(?:trying|retr\w+|attempt\w*)\b/is,
  /\bwarning message only\b|\bhas not yet been delivered\b|\bdelivery (?:is|has been|was) (?:temporarily )?delayed\b|\bdelayed\b.{0,40}\bstill (?:trying|being)\b/is,
  /wird weiterhin versucht|nouvelles tentatives|se seguirá intentando|verranno effettuati altri tentativi|continuará tentando/i,
];

const ORIGINAL_STARTS =
  /^[ \t>]*(?:[-=*_]{2,}[ \t]*)?(?:below this line is a copy|this is a copy of|(?:the )?(?:original|returned|unsent|undelivered|rejected) (?:e-?mail|message|mail)s?(?: (?:headers?|info|as follows|follows|below|text|is following|details))?\b[^.\n]{0,20}(?:[-=*_]{2,}|:?[ \t]*$)|the (?:headers?|body) of the original|(?:message|mail) (?:headers?|contents?) (?:follow|is)|message details|included is a copy|forwarded message|return-path:|received: (?:from|by)|unsent message)/im;

/** True for a report of failed delivery, by who wrote it and in which words. */
export function looksLikeBounce(message: ReceivedMessage): boolean {
  const { subject } = message;
  if (isMarkedAsReport(message) || isReturnedByList(message)) return true;
  const saysSubject = SUBJECTS.some((pattern) => pattern.test(subject));
  const text = bounceReport(message.text).slice(0, 6000);
  const saysBody = BODIES.some((pattern) => pattern.test(text));
  if (isFromDaemon(message)) return saysSubject || saysBody;
  if (!PASSED_ON.test(subject) && hasForm(text)) return true;
  if (hasNoReturnPath(message)) return saysSubject || (saysBody && hasEvidence(message, text));
  return saysSubject && saysBody;
}

/** A person who answers a report or passes it on has its lines in the text, too. */
const PASSED_ON = /^\s*(?:re|aw|sv|fw|fwd|wg|tr|rv|i|r|enc|res)\s*(?:\[\d+\])?:/i;

function isMarkedAsReport({ headers }: ReceivedMessage): boolean {
  const isTyped = /report-type="?delivery-status/i.test(headers.get("content-type") ?? "");
  const marks = ["x-failed-recipients", "x-ms-exchange-message-is-ndr"];
  return isTyped || marks.some((name) => headers.has(name));
}

function hasForm(text: string): boolean {
  const opening = text.slice(0, 2_000);
  return FORMS.some((form) => form.test(opening));
}

/** A server of mailing lists sends back what it does not pass on; its members' messages have a List-Id (RFC 2919). */
function isReturnedByList({ headers, text }: ReceivedMessage): boolean {
  const isServer =
    headers.has("x-mlserver") && !headers.has("list-id") && !headers.has("list-post");
  return isServer && returnedOriginal(text) !== "";
}

function hasEvidence({ originalHeaders }: ReceivedMessage, text: string): boolean {
  return originalHeaders !== undefined || SERVER_REPLY.test(text);
}

/** True when a mail system by its name, and no person, is the sender. */
function isFromDaemon({ headers, from }: ReceivedMessage): boolean {
  const address = from?.address ?? headers.get("from") ?? "";
  const isNullSender = /^<?mailer-daemon/i.test(headers.get("return-path") ?? "");
  return isNullSender || DAEMON_ADDRESS.test(address) || DAEMON_NAME.test(from?.name ?? "");
}

/** Reports have no return path (RFC 5321 4.5.5), but vacation replies have none either (RFC 3834). */
function hasNoReturnPath({ headers }: ReceivedMessage): boolean {
  return /^(?:<\s*>)?$/.test(headers.get("return-path") ?? "none");
}

/** True when the report says that delivery is late and goes on being tried. */
export function saysStillTrying(message: ReceivedMessage): boolean {
  const text = bounceReport(message.text).slice(0, 6000);
  return (
    STILL_TRYING.some((pattern) => pattern.test(text)) && !/\b(?:given up|permanent)/i.test(text)
  );
}

/** The report of a bounce without the copy of the original below it. */
export function bounceReport(text: string): string {
  const start = ORIGINAL_STARTS.exec(text);
  const report = start ? text.slice(0, start.index) : text;
  return report.trim() ? report : text;
}

/** What follows the report: the returned original, or nothing. */
export function returnedOriginal(text: string): string {
  const report = bounceReport(text);
  return report.length < text.length ? text.slice(report.length) : "";
}
