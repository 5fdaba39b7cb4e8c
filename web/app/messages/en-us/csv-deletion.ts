/** Deletion by CSV: the button that takes the file, and the page behind the mailed link. */
export default {
  button: "Remove by CSV",
  reading: "Reading the file…",
  notUploaded: "The file could not be uploaded. Please try again.",
  largeFile: "Files can be up to 15 MB.",
  mailed:
    "{matched, plural, one {# match} other {# matches}}, {unmatched, number} not found. Confirm with the link we sent to {email}.",
  nothing: "Nothing in this file matches. Nothing will be removed.",
  "title.campaign_leads": "Remove leads from the campaign",
  "title.block_list": "Remove entries from the block list",
  "sentence.campaign_leads":
    "They get no more email from this campaign and lose their place in its steps. They stay in your account and in other campaigns.",
  "sentence.block_list": "They can be emailed again.",
  matched: "Match",
  unmatched: "Not found",
  invalid: "Invalid",
  optedOut: "Opted out themselves",
  alsoOptedOut:
    "Also remove {count, plural, one {the one who opted out} other {the # who opted out}}. I know they asked for no more email.",
  "confirm.campaign_leads": "Remove {count, plural, one {# lead} other {# leads}}",
  "confirm.block_list": "Remove {count, plural, one {# entry} other {# entries}}",
  "done.campaign_leads":
    "{deleted, plural, =0 {No lead removed} one {# lead removed} other {# leads removed}}{kept, plural, =0 {} other {, # not changed}}.",
  "done.block_list":
    "{deleted, plural, =0 {No entry removed} one {# entry removed} other {# entries removed}}{kept, plural, =0 {} other {, # not changed}}.",
  "back.campaign_leads": "Back to leads",
  "back.block_list": "Back to the block list",
} as const;
