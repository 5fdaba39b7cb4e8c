/** Subsequences. */
export const missing = {
  subsequence: "This subsequence does not exist",
} as const;

export const fields = {
  phraseEmpty: "A phrase cannot be empty",
  phraseTooLong: "A phrase has at most {requirement, number} characters",
  conditionMissing: "Choose what moves a lead here",
  categoriesLeast: "Choose at least one category",
  opensLeast: "At least one open",
  opensMost: "At most {requirement, number} opens",
  phrasesLeast: "Write at least one phrase",
  phrasesMost: "Write at most {requirement, number} phrases",
  pendingDays: "Pending: {least} to {most} days",
  lastEmailDays: "Wait after the last email: {least} to {most} days",
  waitDays: "Wait without a reply: {least} to {most} days",
} as const;
