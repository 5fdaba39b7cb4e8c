/** Text by language models. */
export default {
  modelUnknown: "This model is not offered",
  noKey: "Set up AI in the settings first: there is no key",
  tooQuick: "That was quick: AI writes again in a minute",
  silent: "AI did not respond. Your text is unchanged; try again.",
} as const;
