/** Saved templates, and what keeps a step's text from being made of its template. */
export default {
  nameTaken: "There is one with this name",
  subjectFault: "The subject has an error: {fault}",
  bodyFault: "The body has an error: {fault}",
  variantRemoved: "This step or variant was removed",
} as const;
