/** API keys. */
export default {
  most: "An account has at most {most} API keys",
  tooMuch: "A key can do no more than you may do yourself",
  expired: "This key has expired: make another one",
  invalid: "This API key is not valid",
  changesKeys: "A key cannot change keys: sign in for that",
} as const;

export const missing = {
  apiKey: "This API key does not exist",
} as const;

export const fields = {
  keyDays: "A key lasts for 1 to 730 days",
  keyName: "Name the key",
  keyPermissions: "Choose what the key may do",
  overlapHours: "An overlap has 0 to 168 hours",
} as const;

export const activity = {
  key_made: "Created an API key",
  key_revoked: "Revoked an API key",
} as const;
