/** Campaigns, their folders, settings and subsequences. */
export default {
  subsequenceOfSubsequence: "A subsequence cannot have subsequences of its own.",
  noNewSubsequences: "A campaign that is {status} takes no new subsequences. Duplicate it instead.",
  mostSubsequences: "A campaign has at most {most} subsequences",
  noCondition: "Only a subsequence has a condition.",
  categoriesUnknown: "Choose categories that exist",
  mostFolders: "An account has at most {most} folders",
  folderNameTaken: "There is a folder with this name",
  notEditable: "A campaign that is {status} cannot be changed. Duplicate it instead.",
  approvedAndSending:
    "This campaign was approved and is sending. Pause it to change it; then it is approved again.",
  nobodyWaits: "Nobody waits for an approval of this campaign any more.",
  ownRequest: "You asked to start this campaign, so someone else has to decide.",
  rangeBackwards: "The range ends before it begins",
  laterDay: "Choose a later day",
  rangeTooLong: "Choose at most 31 days",
  notArchived: "This campaign is {status}: only one that is ARCHIVED can be brought back.",
  subsequenceNotDuplicated: "A subsequence is not duplicated: add a new one.",
  isSending: "This campaign is sending. Pause it first.",
  nameDiffers: "The name does not match.",
  typeName: "Type the campaign's name: {name}",
  saveOrTakeTheirs: "Look at what they changed, then save yours or take theirs.",
  isArchived: "This campaign is ARCHIVED: bring it back first.",
  noTransition: "A campaign that is {from} cannot become {to}. It can become: {possible}.",
  leadsOfSubsequence:
    "Leads come into a subsequence by what they do in its campaign. Add them to the campaign.",
  takesNoLeads:
    "A campaign that is {status} takes no leads. Choose one that is DRAFTED, ACTIVE, PAUSED or COMPLETED.",
  mailboxesOfParent: "A subsequence writes from the mailboxes of its campaign",
  mailboxesUnknown: "Choose mailboxes that are there and that you have access to",
  senderProblem: "This campaign is sending. {problem} Or pause it first.",
  linkedinUnknown: "Choose LinkedIn accounts that are there",
  noLinkedinSteps:
    "Your plan has no LinkedIn steps. Choose a plan that has them, or another kind of step.",
  testPace: "At most {most} test emails an hour are allowed",
  testNotSent: "{email} could not send it: {reason}",
  testBlocked: "This address is on the block list",
  leadsStay:
    "The leads of a campaign that is {status} stay as they are. Those of one that is ACTIVE, PAUSED or COMPLETED can move.",
  startNotActive: "This campaign is {status}: only the start of one that is ACTIVE can be undone.",
  startTooLate:
    "This start can no longer be undone: the campaign has begun to send. Pause it instead.",
  notReady: "{problems}",
  noSender: "Choose at least one connected mailbox.",
  noSchedule: "Choose the days and hours to send in.",
  noLead: "Import at least one lead.",
  allBlocked:
    "Every lead is blocked or on the block list: import somebody else, or take them off the list.",
  noConditionYet: "Choose what moves a lead here.",
  mailboxNotOfCampaign: "Choose a mailbox of this campaign",
  mailboxNotConnected: "Choose a connected mailbox for this campaign",
  templateFault: "{fault}",
  runSendingStopped: "All sending is stopped, so nothing was scheduled.",
  runNoAutomaticStep: "No email sequences left with automatic sending type",
  runNoFollowUp: "No follow-ups were due for any lead",
  runNoNewLead:
    "No new leads waiting to receive the first sequence, or all have sequences scheduled",
} as const;

export const missing = {
  campaign: "This campaign does not exist",
  deletedCampaign: "This deleted campaign does not exist",
} as const;

export const fields = {
  campaignName: "Give the campaign a name",
  sendersMost: "A campaign uses at most {requirement, number} mailboxes",
  accountsMost: "These are too many accounts",
  campaignsAtOnce: "Change at most {requirement, number} campaigns at once",
  chooseCampaigns: "Choose at least one campaign",
} as const;

export const activity = {
  approval_on: "Turned approval of campaign starts on",
  approval_off: "Turned approval of campaign starts off",
  campaign_deleted: "Deleted the campaign",
  campaign_restored: "Restored the campaign",
} as const;
