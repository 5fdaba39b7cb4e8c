/** Notes about leads. */
export const missing = {
  note: "This note does not exist",
} as const;

export const fields = {
  noteTooLong: "A note has at most {requirement, number} characters",
} as const;
