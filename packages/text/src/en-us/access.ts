/** Who may do something at all. */
export default {
  sessionExpired: "Your session has expired. Please login again.",
  bearerUnreadable: "The bearer token cannot be read",
  personOnly: "Only a person who is signed in can do this",
  signIn: "Please sign in",
  noPermission: "You do not have permission to do this. Ask the admin of your account.",
  ticketForPersons: "Only a signed-in person gets a ticket",
  signedInOnly: "Only a signed-in user can ask",
  onboardingFirst: "Complete the onboarding questions first",
} as const;
