/** Others changed a record at the same moment. */
export default {
  race: "Others changed the same at this moment. Try again.",
  domain: "Someone else just changed the domain. Reload and try again.",
  sinceOpened: "Someone else changed this since you opened it. Reload and try again.",
  this: "Someone else just changed this. Reload and try again.",
  tag: "Someone else just changed this tag. Reload and try again.",
  campaign: "Someone else just changed this campaign. Reload and try again.",
  waysIn: "Your ways in changed a moment ago. Look again.",
  email: "Someone else just changed this email. Reload and try again.",
  category: "Someone else just changed this category. Reload and try again.",
  lead: "Someone else just changed this lead. Reload and try again.",
  folder: "Someone else just changed this folder. Reload and try again.",
  moved: "Someone else just moved this. Reload and try again.",
  key: "Someone else just changed the key. Reload and try again.",
  client: "Someone else just changed this client. Reload and try again.",
  member: "Someone else just changed this member. Reload and try again.",
  steps:
    "Someone else changed the steps of this campaign meanwhile. Your changes are not saved yet.",
  setup:
    "Someone else changed senders, schedule or settings of this campaign meanwhile. Your changes are not saved yet.",
  condition:
    "Someone else changed the condition of this campaign meanwhile. Your changes are not saved yet.",
  name: "Someone else changed the name of this campaign meanwhile. Your changes are not saved yet.",
} as const;
