/** Deletion by CSV: the button that takes the file, and the page behind the mailed link. */
export default {
  button: "Remove by CSV",
  reading: "Reading the file…",
  notUploaded: "The file could not be uploaded. Please try again.",
  largeFile: "A file has at most 15 MB.",
  mailed:
    "{matched, plural, one {# match} other {# matches}}, {unmatched, number} not found. Confirm with the link sent to {email}.",
  nothing: "Nothing in this file matches, so nothing will be removed.",
  "title.campaign_leads": "Remove leads from the campaign",
  "title.block_list": "Remove entries from the block list",
  "sentence.campaign_leads":
    "They get no further mail of this campaign, and their place in its steps is lost. They stay in your account and in other campaigns.",
  "sentence.block_list": "Mail may go to them again from then on.",
  matched: "Match",
  unmatched: "Not found",
  invalid: "Not readable",
  optedOut: "Opted out themselves",
  alsoOptedOut:
    "Also remove {count, plural, one {the one who opted out} other {the # who opted out}}: I know that they asked for no more mail",
  "confirm.campaign_leads": "Remove {count, plural, one {# lead} other {# leads}}",
  "confirm.block_list": "Remove {count, plural, one {# entry} other {# entries}}",
  "done.campaign_leads":
    "{deleted, plural, =0 {No lead was removed} one {# lead was removed} other {# leads were removed}}{kept, plural, =0 {} other {, # left as they were}}.",
  "done.block_list":
    "{deleted, plural, =0 {No entry was removed} one {# entry was removed} other {# entries were removed}}{kept, plural, =0 {} other {, # left as they were}}.",
  "back.campaign_leads": "To the campaign's leads",
  "back.block_list": "To the block list",
} as const;
