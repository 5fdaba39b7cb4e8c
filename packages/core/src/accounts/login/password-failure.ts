const WORDS = ["authentication failed", "invalid login", "invalid password"];

/** Whether an error's text, ours or a mail server's, says that the password was refused. */
export function saysWrongPassword(text: string): boolean {
  const lower = text.toLowerCase();
  return WORDS.some((words) => lower.includes(words));
}
