/** API keys. */
export default {
  most: "An account has at most {most} API keys",
  tooMuch: "A key can do no more than you may do yourself",
  expired: "This key has expired: make another one",
  invalid: "This API key is not valid",
  changesKeys: "A key cannot change keys: sign in for that",
} as const;
