/**
 * `policy`: the receiver refuses this mail or this sender, the address may be fine.
 * `unclear`: a failure that names no reason we know.
 */
export type BounceReason =
  | "recipient"
  | "permanent"
  | "mailbox-full"
  | "policy"
  | "temporary"
  | "unclear";

export type Verdict = {
  severity: "hard" | "soft";
  reason: BounceReason;
  /** Enhanced status code (RFC 3463) that the verdict rests on. */
  statusCode?: string;
};

const ENHANCED = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/;
const SMTP_REPLY = /(?<![\d.:/=#-])([45]\d\d)(?=[\s-]|$)/m;

const UNKNOWN_RECIPIENT = [
  /\b(?:user|recipient|mailbox|address|account|addressee|alias)\b.{0,60}\b(?:unknown|not (?:be )?found|not exist|doesn'?t exist|does ?n[o']t exist|invalid|not listed|not known|no longer (?:valid|active|exists?|available|in use)|disabled|inactive|suspended|unrouteable|not a (?:valid|known)|expired)\b/i,
  /\b(?:unknown|invalid|no such|nonexistent|non-existent|bad|unrouteable|inactive|disabled|undefined)\b.{0,20}\b(?:user|recipients?|mailbox|address|account|addressee|local[- ]?part|person|destination|alias|domain|host)\b/i,
  /\b(?:host|domain)\b.{0,40}\b(?:unknown|not found|does ?n[o']t exist|not exist)\b/i,
  /\b(?:no (?:mailbox|account|user|such|person)|not a valid (?:mailbox|user|recipient)|not our customer|is not a (?:known|valid) user|who are you|no one here|unknown[- ]?user|user[- ]?unknown|nosuchuser|recipnotfound|recipientnotfound|addr\.recipnotfound)\b/i,
  /(?:benutzer|empfänger|adresse).{0,40}(?:unbekannt|existiert nicht)/i,
  /(?:utilisateur|destinataire|adresse|boîte).{0,40}(?:inconnue?|n'existe pas|introuvable)/i,
  /(?:usuario|destinatario|dirección|buzón|utente|casella|indirizzo|usuário|destinatário|endereço).{0,40}(?:desconocid|no existe|sconosciut|inesistente|non esiste|desconhecid|não existe)/i,
  /(?:пользовател|получател|почтовый ящик|адрес).{0,40}(?:не найден|не существует|неизвест)/i,
];

const MAILBOX_FULL = [
  /\b(?:mail ?box|inbox|mail ?folder|quota|account|disk|storage)\b.{0,60}\b(?:full|exceed(?:s|ed|ing)?|over ?quota|too large|exhausted|out of (?:space|storage))\b/i,
  /\b(?:over ?quota|exceed\w*.{0,30}(?:quota|storage|local limit|mailbox)|quota exceeded|not enough (?:disk )?space|insufficient (?:disk|system) (?:space|storage)|mailbox full)\b/i,
  /postfach.{0,30}voll|boîte.{0,40}pleine|buzón.{0,20}lleno|casella.{0,30}piena|caixa.{0,30}cheia|ящик переполнен/i,
];

const POLICY = [
  /\b(?:spam|blacklist\w*|blocklist\w*|block(?:ed)? (?:list|using|by)|blocked|denylist\w*|dnsbl|rbl|spamhaus|reputation|policy|dmarc|dkim|spf|unsolicited|content (?:filter|rejected)|virus|access denied|not authori[sz]ed|relay(?:ing)? (?:denied|not permitted|access)|refused to accept|unauthenticated|rate limit|banned|greylist\w*|suspicious|prohibited)\b/i,
];

const TEMPORARY = [
  /\b(?:time[d]? ?out|expired|retry time|too long|temporar\w+|try again|deferred|unable to (?:connect|contact)|connection (?:refused|reset|timed|lost|dropped)|could not connect|no route|unreachable|not responding|lookup failure|queue too long|hop count|mail loop|too many hops|not reachable|socket error|dns error)\b/i,
  /\b(?:did )?not accept (?:our )?(?:requests? to connect|connection)|\b(?:at a rate|too quickly)\b/i,
];

function findStatusCode(text: string): string | undefined {
  return ENHANCED.exec(text)?.[1];
}

/**
 * Weighs a failure. The status of the report decides; where that says nothing (absent, x.0.0) the
 * code in the diagnostic does, then the words, then the SMTP reply (RFC 5321 4.2.1: 5yz is permanent).
 */
export function judgeFailure(status: string | undefined, diagnostic: string): Verdict {
  const statusCode = pickCode(status, diagnostic);
  const verdict =
    judgeCode(statusCode, diagnostic) ?? judgeText(diagnostic) ?? judgeReply(diagnostic);
  const fallback: Verdict = statusCode?.startsWith("5")
    ? { severity: "hard", reason: "permanent" }
    : { severity: "soft", reason: "unclear" };
  return { ...(verdict ?? fallback), ...(statusCode && { statusCode }) };
}

function pickCode(status: string | undefined, diagnostic: string): string | undefined {
  const reported = findStatusCode(status ?? "");
  const named = findStatusCode(diagnostic);
  // Relays turn any refusal into "bad address"; the receiver's own code is the better witness.
  const refusal = /\b5\.(?:2\.2|7\.\d{1,3})\b/.exec(diagnostic)?.[0];
  if (refusal && (reported ?? named)?.startsWith("5.1.")) return refusal;
  if (reported && !isGeneric(reported)) return reported;
  return named && !named.startsWith("2") ? named : reported;
}

function isGeneric(code: string): boolean {
  return /^\d\.0\.0$|^5\.5\.0$/.test(code);
}

function judgeCode(code: string | undefined, text: string): Verdict | undefined {
  if (!code || code.startsWith("2")) return undefined;
  if (code.startsWith("4")) {
    return { severity: "soft", reason: code === "4.2.2" ? "mailbox-full" : "temporary" };
  }
  if (isGeneric(code)) return undefined;
  if (code === "5.2.2") return { severity: "soft", reason: "mailbox-full" };
  if (isAboutSender(code, text) && !matches(UNKNOWN_RECIPIENT, text)) {
    return { severity: "soft", reason: "policy" };
  }
  if (code === "5.2.1" && matches(TEMPORARY, text))
    return { severity: "soft", reason: "temporary" };
  // RFC 3463 3.2, 3.3: x.1.z is about the address, 5.2.1 a mailbox that is switched off.
  const isAddress = /^5\.1\.|^5\.2\.1$|^5\.7\./.test(code);
  return { severity: "hard", reason: isAddress ? "recipient" : "permanent" };
}

/** RFC 3463: x.7.z is policy, x.1.7 and x.1.8 blame the address of the sender, not of the recipient. */
function isAboutSender(code: string, text: string): boolean {
  const isSender = /\bsender (?:address |domain )?(?:is )?(?:rejected|refused|denied|blocked)\b/i;
  return /^5\.7\.|^5\.1\.[78]$/.test(code) || (code.startsWith("5.1.") && isSender.test(text));
}

function judgeText(text: string): Verdict | undefined {
  if (matches(MAILBOX_FULL, text)) return { severity: "soft", reason: "mailbox-full" };
  if (matches(UNKNOWN_RECIPIENT, text)) return { severity: "hard", reason: "recipient" };
  if (matches(POLICY, text)) return { severity: "soft", reason: "policy" };
  if (matches(TEMPORARY, text)) return { severity: "soft", reason: "temporary" };
  return undefined;
}

function judgeReply(text: string): Verdict | undefined {
  const reply = SMTP_REPLY.exec(text)?.[1];
  if (!reply) return undefined;
  if (reply === "552") return { severity: "soft", reason: "mailbox-full" };
  if (reply.startsWith("4")) return { severity: "soft", reason: "temporary" };
  return { severity: "hard", reason: "permanent" };
}

function matches(patterns: RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
