/** The account: sign-up, onboarding, verification. */
export default {
  isDeleted: "The data of this account is being deleted",
  notThisQuestion: "It is not this question's turn",
  questionDone: "This question is already done. Reload and try again.",
  planEndedLongAgo: "The plan of this account ended long ago, and its data is deleted.",
  verificationNotMailed:
    "Your account was created, but we could not send the verification email. Sign in to have it sent again.",
  tooManySignUps: "Too many accounts were created from your network. Try again in an hour.",
  addressGotMails: "This address got several emails. Try again in an hour.",
  mostInvitations: "Your account sent many invitations today. Try tomorrow.",
  ownProfileOnly: "You can only change your own profile",
  verificationTooSoon: "Please wait a minute before you ask for another email",
  linkExpired: "This link has expired",
  chooseFromList: "Choose from the list",
  chooseSome: "Choose at least one",
  chooseOne: "Choose one",
  fewWords: "Say it in a few words",
  addressTaken: "This address is registered already",
} as const;

export const missing = {
  account: "This account does not exist",
} as const;
