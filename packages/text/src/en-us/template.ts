/** Saved templates. */
export default {
  nameTaken: "There is one with this name",
} as const;
