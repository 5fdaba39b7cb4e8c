/** Clients of an agency. */
export default {
  noPassword: "Only a client who has come in has a password.",
  linkTooSoon: "Please wait before you send another link",
  categoriesUnknown: "Choose categories that you have",
  notMailed: "{name} was created, but the email could not be sent. Resend it.",
  wrongStatus: "Only a client who is {before} can become {after}.",
  cameIn: "This client has come in already.",
  addressTaken: "You have a client with this address already",
} as const;

export const missing = {
  client: "This client does not exist",
} as const;

export const fields = {
  clientPermissions: "Choose what the client may do",
  clientName: "Enter the client's name",
} as const;
