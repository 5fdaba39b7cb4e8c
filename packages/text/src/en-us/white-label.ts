/** An agency's own brand. */
export const fields = {
  brandMissing: "Enter the name of your brand",
  brandTooLong: "The name has at most {requirement, number} characters",
  oauthIdTooLong: "An OAuth client id has at most {requirement, number} characters",
  oauthIdCharacters: "An OAuth client id has letters, digits, dots and hyphens",
} as const;

export const activity = {
  white_label_changed: "Changed the white label",
} as const;
