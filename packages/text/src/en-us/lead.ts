/** Leads. */
export default {
  readmitByOwner: "Only the account's owner can let an erased person back in",
  notErased: "Nobody with this address was erased",
  severalCampaigns: "It is in several campaigns. Move it in the lead list of the one to leave.",
  mostSorted: "Only up to {most, number} leads are sorted like this: narrow the list",
  addressTaken: "Another lead has this address",
  outOfReach: "This lead is in campaigns that you have no access to",
  mailboxNotOfCampaign: "Choose a connected mailbox that the campaign sends from",
  nothingToPause: "It waits for no email in any campaign, so there is nothing to pause.",
  nothingToResume: "It is neither paused nor stopped in a campaign.",
  nothingToStop: "It gets no email from any campaign, so there is nothing to stop.",
  notAdded: "It was not added.",
  notAddedBecause: "{reason}",
  notPossible: "This lead cannot be {done}. {because} It can be: {possible}.",
  is: "It is {state}.",
  stoppedWithCampaign: "STOPPED with its campaign",
  paused: "paused",
  resumed: "resumed",
  stopped: "stopped",
  unblocked: "unblocked",
  removed: "taken out of the campaign",
  moved: "moved to another campaign",
  addressBlocked: "Its address is on the block list.",
  doNotContact: "Its category is Do Not Contact.",
  inThatCampaign: "It is in that campaign.",
  alreadyThere: "It is in that campaign already.",
  campaignIs: "Its campaign is {status}.",
  everyStep: "It has had every step.",
  lastFailed: "Its last email failed: resend it from the campaign's activity.",
} as const;

export const missing = {
  lead: "This lead does not exist",
} as const;

export const fields = {
  dateAndTime: "Enter a date and time",
  futureTime: "Choose a time in the future",
  leadsLeast: "Choose at least one lead",
  campaignMissing: "Choose a campaign",
  domainMissing: "Enter a domain",
  domainOfMany: "People with addresses at this domain are no colleagues",
  customName: "Custom fields are named with a-z, 0-9 and _, at most 64 characters",
  customNameReserved:
    "A custom field cannot be called constructor, prototype or __proto__: choose another name",
  customFieldsMost: "A lead has at most {most} custom fields",
  customFieldsTooLong: "The custom fields are too long",
  addressMissing: "Enter an address",
} as const;

export const activity = {
  skipped_rows_exported: "Downloaded the skipped rows of an import",
  lead_deleted: "Deleted the lead",
  leads_deleted_by_file: "Removed leads from the campaign by CSV",
  erased_readmitted: "Allowed an erased address again",
  leads_exported: "Exported leads",
  lead_erased: "Erased a person: lead",
} as const;
