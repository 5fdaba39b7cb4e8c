import type { RefusalCause } from "./refusal-cause.schema.ts";

/**
 * What servers say about a refusal, in the order in which it counts: the first pattern that fits decides. Email addresses
 * and links are taken out before, so that `<userunknown@example.com>` says nothing. All patterns are bounded.
 */
type TextRule = { cause: RefusalCause; pattern: RegExp };

const WHO =
  "(?:user|recipient|mailbox|mail ?box|e-?mail|address|account|addressee|alias|person|customer)";

/** The sender is named as the one that is refused. Mail that is "returned to sender" says nothing about it. */
const SENDER_NAMED: RegExp[] = [
  /\bfrom: ?(?:address|domain|header)?[^;:]{0,30}?\b(?:invalid|reject\w*|refus\w+|not (?:valid|allowed|accepted|exist))\b/i,
  /(?<!\bto )(?<!\bto the )\b(?:sender|senders|mail ?from|return[- ]path|from (?:address|domain|header)|envelope[- ]from)\b[^;]{0,60}?\b(?:reject\w*|refus\w+|denied|block(?:ed|list\w*)|banned|invalid|unknown|not (?:exist|found|allowed|valid|verified|permitted|accepted|authori[sz]ed|have)|(?:does|do|could|can) ?(?:n[o']t|not) (?:exist|resolve|have|be verified|verify)|unverified|mismatch\w*|failed|fake|forged|blacklist\w*|poor|policy|reputation|without)\b/i,
  /\b(?:bad|invalid|unknown|unverified|forged|fake|reject\w*|refus\w+|unauthenticated|blocked|banned) (?:the )?(?:outbound )?(?:sender|senders?' address|return[- ]path|from address)\b/i,
  /\btoo many (?:invalid|unknown|bad|nonexistent) (?:recipients|users|addresses)\b|\baddress (?:format )?of (?:the )?sender\b/i,
  /\b(?:mail|messages?|connections?|traffic) (?:originating )?from (?:this|your|the|that) (?:sender|address|domain|ip|server|network|host)\b/i,
  /\bsender (?:domain )?(?:id|verify|verification|authentication|callout)\b|\bcould not verify sender\b/i,
];

/** There is no such recipient, and no doubt about it. */
const NO_SUCH_ADDRESS: RegExp[] = [
  new RegExp(
    String.raw`\b${WHO}s?(?: ?name)?\b[^;]{0,50}?\b(?:unknown|(?:not|n['o]t) (?:be )?(?:found|recogni[sz]ed)|does ?n['o]?t (?:exist|have)|do(?:es)? not (?:exist|have an? )|not exist|invalid|not (?:listed|known|valid)|(?:n['o]t|no) (?:a )?(?:longer|more) (?:valid|active|exists?|available|in use|accepts?)|unrouteable|not a (?:valid|known|local)|(?:has|have) (?:expired|moved|changed|left)|deactivated|closed|terminated|deleted|nonexistent|non-existent)\b`,
    "i",
  ),
  /\b(?:unknown|invalid|no such|nonexistent|non-existent|unrouteable|undefined|illegal|no valid|not a valid|deactivated|unrecogni[sz]ed)\b(?: or \w+)?(?: local| recipient's| destination| final delivery| e-?mail| user| virtual)?[ -]?(?:users?|recipients?|mailbox|address(?:es)?|account|addressee|local[- ]?part|person|alias|user ?id|mailbox name)\b/i,
  /\b(?:no (?:mailbox|account|recipient|user|person|one) (?:here|by that|with that|of that|found)|nobody (?:here )?by that name|not our customer|is not a (?:known|valid) user|(?:user|recipient)[-_ ]?(?:unknown|not[- ]?found)|unknown[-_ ]user|no ?such ?user|recip(?:ient)?notfound|not listed in (?:public|domino))\b/i,
  /\b(?:recipient|destination|target) address (?:has )?(?:been )?(?:disabled|is disabled|changed)\b|\bdisabled recipient\b|\bbad (?:destination|recipient)\b|\baddress rejected\b(?!:)/i,
  /\b(?:mailbox|account|user|e-?mail account|recipient)\b[^;]{0,50}?\b(?:is |has been |was )?(?:permanently |currently )?(?:disabled|inactive|not active|deactivated|discontinued)\b/i,
  /(?:benutzer|empfänger|adresse|postfach).{0,40}(?:unbekannt|existiert nicht|nicht gefunden)/i,
  /(?:utilisateur|destinataire|adresse|boîte).{0,40}(?:inconnue?|invalide|n'existe pas|introuvable)/i,
  /(?:usuario|destinatario|dirección|buzón|utente|casella|indirizzo|usuário|destinatário|endereço).{0,40}(?:desconocid|no existe|sconosciut|inesistente|non esiste|desconhecid|não existe)/i,
  /(?:пользовател|получател|почтовый ящик|адрес).{0,40}(?:не найден|не существует|неизвест)/i,
  /(?:宛先|メールアドレス|あて先).{0,20}(?:見つからない|存在しません|不明)|存在しない(?:メール)?アドレス/,
];

/** The domain of the recipient does not exist or takes no email (RFC 7505). */
export const NO_SUCH_DOMAIN: RegExp[] = [
  /\b(?:host|domain|domain name|server name)\b[^;]{0,40}?\b(?:unknown|not (?:be )?found|does ?n['o]?t exist|does not exist|not exist|is invalid)\b/i,
  /\b(?:unknown|no such|non-?exist[ae]nt|invalid|illegal|bad) (?:host|domain|destination (?:system|domain|mail system))\b|\bnxdomain\b/i,
  /\b(?:null mx|(?:no|not a|n't any) (?:mx|mail exchanger)s?\b|couldn'?t find (?:any host|an? mail exchanger)|(?:no|returned no) (?:mx|mail exchanger) records?|no smtp service|does ?n[o']t (?:receive|accept) (?:e-?)?mail\b(?! from)|(?:domain|host) does not accept (?:e-?)?mail|had no relevant answers)\b/i,
];

const FULL: RegExp[] = [
  /\b(?:mail ?box|inbox|mail ?folder|quota|account|disk|storage)\b[^;]{0,60}?\b(?:full|exceed(?:s|ed|ing)?|over ?quota|too large|exhausted|out of (?:space|storage))\b/i,
  /\b(?:over ?quota|exceed\w*[^;]{0,30}?(?:quota|storage|local limit|mailbox)|quota exceeded|not enough (?:disk )?space|insufficient (?:disk|system) (?:space|storage)|mailbox full)\b/i,
  /postfach.{0,30}voll|boîte.{0,40}pleine|buzón.{0,20}lleno|casella.{0,30}piena|caixa.{0,30}cheia|ящик переполнен/i,
];

const QUOTA_OF_SENDER: RegExp[] = [
  /\b(?:sending|outgoing|outbound|daily|hourly)\b[^;]{0,30}?\b(?:limit|quota|rate)\b/i,
];

/** Who sends: its address, server, authentication or reputation. */
const SENDER: RegExp[] = [
  /\b(?:spf|dkim|dmarc|sender id|arc)\b|\bauthentication (?:checks?|information|results?|required|failed|failure)\b|\b(?:un|not )authenticated\b/i,
  /\b(?:black|block|deny|real-?time block)[ -]?list\w*|\b(?:dns ?[br]l|rbls?|cdrbl|spamhaus|spamcop|barracudacentral|sorbs|senderscore|reputation|open (?:relay|proxy)|dynamic ip|botnet)\b/i,
  /\b(?:client|sending|source|your|remote|connecting|originating)(?: mail)? (?:host|ip|ips|server|address|network|mta|domain|hostname)\b[^;]{0,60}?\b(?:reject\w*|refus\w+|denied|block\w*|banned|listed|not (?:allowed|permitted|found|authori[sz]ed|resolve))\b/i,
  /\b(?:ip|ips|ip address|network|host|server)\b[^;]{0,40}?\b(?:listed|banned|blocked|blacklisted|mismatch\w*|frequency|temporarily deferred)\b|\b(?:banned|blocked|mismatch\w*)\b[^;]{0,30}?\b(?:ip|ips|client)\b|\bblocked (?:using|by|for)\b/i,
  /\b(?:relay(?:ing)?|relayed)\b[^;]{0,20}?\b(?:denied|not (?:permitted|allowed|authori[sz]ed)|prohibited|access|refused|deny)|\b(?:no|unable to|can ?not|not (?:permitted|allowed|authori[sz]ed) to|we do not) relay(?:ing)?\b|\ballowed rcpthosts\b|\brelay access denied\b/i,
  /\b(?:reverse (?:dns|lookup)|rdns|ptr|(?:he|eh)lo|valid sender domain|fully[- ]qualified)\b|\bno access from\b/i,
  /\btoo (?:many|much) (?:connections|sessions|messages|mails?|recipients|errors|concurrent|invalid|failed)|\b(?:rate|connection|message|frequency) limit(?:ed|s)?\b|\b(?:concurrent|simultaneous) connections\b|\bthrottl\w+|\buser complaints\b|\bunexpected volume\b|\bslow down\b/i,
  /\bnot (?:authori[sz]ed|permitted|allowed) to send\b|\b(?:delivery|message|you(?:r message)?|mail) (?:is |are |was )?not (?:authori[sz]ed|permitted|allowed)\b|\baccess denied\b|\brecipient (?:preferences?|settings|has blocked|does not wish)\b|\bno permission\b|\bpermission (?:denied|to post)\b|\bplease use (?:the|your) (?:smtp|mail) (?:server|relay)\b|\bservice (?:refus\w+|not authori[sz]ed)\b/i,
];

/** What is sent: its content, form or size. */
const MESSAGE: RegExp[] = [
  /\b(?:spam|unsolicited|ube|uce|junk|bulk (?:e-?)?mail|phish\w*|virus(?:es)?|malware|infected|trojan|malicious)\b/i,
  /\b(?:message|mail|content|attachment|body|header|subject|file)\b[^;]{0,40}?\b(?:too (?:large|big|long)|size (?:exceed\w*|limit)|exceed\w*[^;]{0,20}?size|content (?:reject\w*|restriction\w*|polic\w+)|filter(?:ed|ing)?|prohibited|suspicious|malformed|illegal|not (?:rfc|compliant))\b/i,
  /\b(?:executable|size limit|content (?:filter|rejected|restrictions?|policy|denied)|header error|recipsizelimit|policy|policies|prohibited|suspicious|objectionable|blocked|rejected due|message (?:was )?(?:rejected|refused|filtered|not accepted)|mail reject\w+|rejected (?:your |the )?(?:message|mail)|considered)\b/i,
  /\b(?:rfc ?[25]?822|rfc ?5322|mime|8-?bit|duplicate header|multiple (?:from|addresses)|message-id|line length|bare (?:lf|cr))\b/i,
];

/** The recipient cannot take email now. */
const RECIPIENT_LATER: RegExp[] = [
  /\bgr[ae]y ?-?list\w*|\bat a rate\b|\btoo (?:quickly|fast|frequently)\b|\breceiving (?:mail|messages)\b|\b(?:mailbox|account|user|recipient)\b[^;]{0,40}?\b(?:temporar\w+|suspended|locked|busy|on hold)\b/i,
  /\btemporarily (?:disabled|suspended|rejected|unavailable)\b/i,
];

/** No way to the recipient's server, or no end of it. */
const NETWORK: RegExp[] = [
  /\b(?:time[d]?[ -]?out|timeout|expired|retry time|too long|deferred|unable to (?:connect|contact|route)|connection (?:refused|reset|timed|lost|dropped|closed)|could not connect|no route|unreachable|not (?:responding|reachable)|lookup fail\w*|name (?:service|server)|hop count|mail ?loop|loops? (?:back|detected)|routing loop|too many hops|socket error|dns (?:error|fail\w*)|giving up|queue)\b/i,
  /\bdid not accept (?:our )?(?:requests? to connect|connection)|\b(?:protocol (?:error|violation)|bad sequence|improper sequence|command (?:parameter )?not|syntax error|internal (?:system |server )?error|system error|local error|lock failure|system (?:not|is not) (?:accepting|capable)|unspecified error|smtp server does not)\b/i,
];

/** One text for all refusals of a server: it does not say that the address is at fault. */
const DOUBTFUL: RegExp[] = [
  /\bmay not exist\b|\bor (?:policy|blocked|spam|rejected)\b|\b(?:policy|blocked|spam) or\b/i,
];

const rules = (cause: RefusalCause, patterns: RegExp[]): TextRule[] =>
  patterns.map((pattern) => ({ cause, pattern }));

export const WORD_RULES: readonly TextRule[] = [
  ...rules("sender", SENDER_NAMED),
  ...rules("sender", DOUBTFUL),
  ...rules("recipient-temporary", RECIPIENT_LATER.slice(1)),
  ...rules("address", NO_SUCH_ADDRESS),
  ...rules("address", NO_SUCH_DOMAIN),
  ...rules("sender", QUOTA_OF_SENDER),
  ...rules("recipient-temporary", FULL),
  ...rules("sender", SENDER),
  ...rules("message", MESSAGE),
  ...rules("recipient-temporary", RECIPIENT_LATER),
  ...rules("network", NETWORK),
];
