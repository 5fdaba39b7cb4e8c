/** Reminders. */
export const missing = {
  reminder: "This reminder does not exist",
} as const;

export const fields = {
  reminderTooLong: "A reminder's note has at most {requirement, number} characters",
} as const;
