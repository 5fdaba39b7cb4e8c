/** Erasing a person, and the proof of it. */
export default {
  title: "Erased people",
  sentence:
    "People who asked to be forgotten are removed everywhere in the account. The proof holds no names.",
  empty: "Nobody has been erased. Open a lead to erase the person and all their data.",
  action: "Erase the person…",
  askTitle: "Erase this person everywhere?",
  askText:
    "The lead, its campaign history, conversations, notes, tasks and uploaded files that contain the address are deleted for good. In other conversations the address is removed. Statistics stay. A hash of the address stays, so that nobody emails it again. This cannot be undone.",
  notReached:
    "Not covered: emails inside your mailboxes, a name without the address written by others, and your own texts, such as notes on other leads and templates.",
  askButton: "Erase for good",
  lead: "Lead {id}",
  running: "In progress",
  done: "Done",
  progress: "{done, number} of {of, number} stages",
  requested: "Requested",
  finished: "Finished",
  by: "by {name}",
  download: "Download proof",
  downloadOf: "Download proof for lead {id}",
  readmitTitle: "Allow an erased address again",
  readmitSentence:
    "For people who were erased and now want to hear from you again. Erased data is not restored. The activity log keeps who did this.",
  readmitEmail: "Address",
  readmitButton: "Allow address",
  readmitted: "This address can be emailed again",
  older: "Older",
  newest: "Newest",
  "removed.leads": "{count, plural, one {# lead} other {# leads}}",
  "removed.places": "{count, plural, one {# campaign membership} other {# campaign memberships}}",
  "removed.mails":
    "{count, plural, one {# campaign email cleared} other {# campaign emails cleared}}",
  "removed.events": "{count, plural, one {# event cleared} other {# events cleared}}",
  "removed.conversations": "{count, plural, one {# conversation} other {# conversations}}",
  "removed.conversation_mails":
    "{count, plural, one {# email in conversations} other {# emails in conversations}}",
  "removed.mentions":
    "{count, plural, one {# mention removed from another conversation} other {# mentions removed from other conversations}}",
  "removed.files": "{count, plural, one {# stored file} other {# stored files}}",
  "removed.block_list_entries":
    "{count, plural, one {# block list entry replaced by a hash} other {# block list entries replaced by hashes}}",
} as const;
