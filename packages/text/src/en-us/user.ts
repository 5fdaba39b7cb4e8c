/** Who works in an account. */
export const missing = {
  user: "This user does not exist",
} as const;

export const fields = {
  emailTooShort: "An email address has at least {requirement, number} characters",
  localPartTooLong: "The part before the @ has at most 64 characters",
  workAddress: "Use your work address: freemail cannot be registered",
  httpsAddress: "An address begins with https",
  yesOrNo: "Say yes or no",
  jobMissing: "Say what you do",
  hintKey: "A hint's key has letters, digits, dots and dashes",
  hintsMost: "At most {most} hints",
  imageFirst: "Upload an image first",
} as const;
