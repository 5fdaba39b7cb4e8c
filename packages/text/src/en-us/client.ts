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

export const activity = {
  client_added: "Added the client",
  client_invited: "Invited the client",
  client_changed: "Changed the client",
  client_deactivated: "Deactivated the client",
  client_reactivated: "Reactivated the client",
  client_deleted: "Deleted the client",
  client_restored: "Restored the client",
  client_reset_sent: "Sent the client a password reset link",
  client_given: "Assigned to the client",
  client_taken: "Unassigned from the client",
} as const;
