/** Settings: the addresses and domains that nobody may write to. */
export default {
  title: "Block list",
  sentence:
    "Nobody on this list gets mail from any campaign. A domain covers its subdomains. The list is asked at every import and again just before every send.",
  ownSentence:
    "Nobody on this list gets mail from your campaigns. A domain covers its subdomains. The list is asked at every import and again just before every send.",
  label: "Addresses and domains on the block list",
  empty:
    "Nobody is blocked. Block addresses or domains by hand or by file; unsubscribes and Do not contact replies come here by themselves.",
  entries: "Addresses or domains",
  entriesHint: "One a line, up to 400 at once",
  add: "Block",
  addFile: "Add a CSV file",
  reading: "Reading the file…",
  fileHint: "One column of addresses or domains, up to 10,000 rows",
  notUploaded: "The file could not be uploaded. Please try again.",
  largeFile: "A file has at most 15 MB.",
  added:
    "{added, plural, =0 {Nothing new} one {# entry added} other {# entries added}}{existing, plural, =0 {} other {, # on the list before}}{invalid, plural, =0 {} other {, # not an address or a domain}}",
  notTaken:
    "{count, plural, one {This is neither an address nor a domain} other {These are neither addresses nor domains}}",
  value: "Entry",
  kind: "Kind",
  "kind.email": "Address",
  "kind.domain": "Domain",
  scope: "Holds for",
  holdsFor: "Whose campaigns they hold for",
  "scope.account": "Whole account",
  source: "Source",
  "source.manual": "By hand",
  "source.csv": "CSV file",
  "source.api": "API",
  "source.unsubscribe": "Unsubscribed",
  "source.category": "Do not contact",
  "source.untracked": "Untracked reply",
  "source.complaint": "Complained",
  "source.bounce": "Bounced",
  date: "Since",
  search: "Begins with…",
  remove: "Remove",
  removeNamed: "Remove {value} from the block list",
  removed: "{value} may be written to again",
  optedOutTitle: "Write to {value} again?",
  optedOutText:
    "This person opted out of your mail themselves. Writing to them again may be against the law unless they have asked you to.",
  optedOutConfirm: "They may be written to again",
} as const;
