/** Text by language models. */
export default {
  modelUnknown: "This model is not offered",
  noKey: "Set up AI in the settings first: there is no key",
  tooQuick: "That was quick: AI writes again in a minute",
  silent: "AI did not respond. Your text is unchanged; try again.",
} as const;

export const fields = {
  leadField: "This is no name of a lead's field",
  sayItIn: "Say it in {requirement, number} characters",
  aiReads: "AI reads at most {requirement, number} characters",
  draftOrTopic: "Write a draft or say what the email is about",
  keyTooLong: "A key has at most {requirement, number} characters",
  keyCharacters: "A key has no spaces and no special characters",
} as const;

/** What is done in the activity log. */
export const activity = {
  ai_settings_changed: "Changed the AI settings",
} as const;
