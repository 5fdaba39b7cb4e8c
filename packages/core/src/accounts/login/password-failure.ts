const PHRASES = ["authentication failed", "invalid login", "invalid password"];

/** Whether an error's text, ours or a mail server's, says that the password was refused. */
export function saysWrongPassword(text: string): boolean {
  const lower = text.toLowerCase();
  return PHRASES.some((phrase) => lower.includes(phrase));
}
