/** Settings: the addresses and domains that nobody may write to. */
export default {
  title: "Block list",
  sentence:
    "People on this list get no email from any campaign. A domain includes its subdomains. Checked at every import and before every send.",
  ownSentence:
    "People on this list get no email from your campaigns. A domain includes its subdomains. Checked at every import and before every send.",
  label: "Addresses and domains on the block list",
  empty:
    "Nobody is blocked yet. Add addresses or domains by hand or by CSV. Unsubscribes and “Do not contact” replies are added automatically.",
  entries: "Addresses or domains",
  entriesHint: "One per line, up to 400 at once",
  add: "Block",
  addFile: "Add a CSV file",
  reading: "Reading the file…",
  fileHint: "One column of addresses or domains, up to 10,000 rows",
  notUploaded: "The file could not be uploaded. Please try again.",
  largeFile: "Files can be up to 15 MB.",
  added:
    "{added, plural, =0 {Nothing new} one {# entry added} other {# entries added}}{existing, plural, =0 {} other {, # already on the list}}{invalid, plural, =0 {} other {, # not an address or a domain}}",
  notTaken:
    "{count, plural, one {This is not an address or a domain} other {These are not addresses or domains}}",
  value: "Entry",
  kind: "Kind",
  "kind.email": "Address",
  "kind.domain": "Domain",
  scope: "Applies to",
  holdsFor: "Which campaigns they apply to",
  "scope.account": "Whole account",
  source: "Source",
  "source.manual": "Added by hand",
  "source.csv": "CSV file",
  "source.api": "API",
  "source.unsubscribe": "Unsubscribed",
  "source.category": "Do not contact",
  "source.untracked": "Untracked reply",
  "source.complaint": "Complained",
  "source.bounce": "Bounced",
  date: "Added",
  search: "Search by start…",
  remove: "Remove",
  removeNamed: "Remove {value} from the block list",
  removed: "{value} can be emailed again",
  optedOutTitle: "Email {value} again?",
  optedOutText:
    "This person opted out. Emailing them again may be illegal unless they asked you to.",
  optedOutConfirm: "Allow emails again",
} as const;
