/** Saved templates. */
export default {
  nameTaken: "There is one with this name",
} as const;

export const missing = {
  template: "This template does not exist",
} as const;

export const fields = {
  templateTooLong: "A template has at most 300,000 bytes",
  chooseTemplates: "Choose at least one template",
  templatesAtOnce: "Change at most {requirement, number} templates at once",
} as const;
