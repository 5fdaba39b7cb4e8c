/** Saved templates, and what keeps a step's text from being made of its template. */
export default {
  nameTaken: "There is one with this name",
  subjectFault: "The subject has an error: {fault}",
  bodyFault: "The body has an error: {fault}",
  variantRemoved: "This step or variant was removed",
} as const;

export const missing = {
  template: "This template does not exist",
} as const;

export const fields = {
  templateTooLong: "A template has at most 300,000 bytes",
  chooseTemplates: "Choose at least one template",
  templatesAtOnce: "Change at most {requirement, number} templates at once",
} as const;
