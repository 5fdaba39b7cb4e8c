/** Members of a team. */
export default {
  invitationTooSoon: "Please wait before you send another invitation",
  invitationNotMailed:
    "The invitation of {email} was created, but the email could not be sent. Resend it.",
  reactivateFirst: "Reactivate this member first",
  ownerStays: "Nobody changes what the owner may do",
  notYourself: "Nobody changes what they may do themselves",
  invitationAccepted: "This invitation was accepted already",
  notActive: "Only an active member can be deactivated",
  notDeactivated: "Only a deactivated member can be reactivated",
} as const;

export const missing = {
  member: "This member does not exist",
} as const;

export const fields = {
  offsetMost: "An offset is at most {requirement}",
} as const;

export const activity = {
  member_invited: "Invited",
  invitation_resent: "Resent the invitation",
  invitation_revoked: "Revoked the invitation",
  invitation_accepted: "Accepted the invitation",
  member_deactivated: "Deactivated",
  member_reactivated: "Reactivated",
  role_changed: "Changed the role",
  access_given: "Gave access",
  access_taken: "Removed access",
} as const;
