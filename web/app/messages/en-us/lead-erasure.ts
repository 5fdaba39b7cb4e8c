/** Erasing a person, and the proof of it. */
export default {
  title: "Erased people",
  sentence:
    "Whoever asks to be forgotten is removed everywhere in the account. The proof names nobody.",
  empty: "Nobody has been erased. Open a lead to erase the person with all that is known of them.",
  action: "Erase the person…",
  askTitle: "Erase this person everywhere?",
  askText:
    "The lead, its places in campaigns, conversations with all mails, notes, tasks and uploaded files that name the address are gone for good; in conversations with others the address is taken out of every mail. Figures stay. A hash of the address stays so that nobody writes to it again. Nothing brings this back.",
  notReached:
    "Not reached: the mails in the mailboxes themselves, a name without the address where others wrote it, and your own texts, such as notes on other leads and templates.",
  askButton: "Erase for good",
  lead: "Lead {id}",
  running: "In progress",
  done: "Done",
  progress: "{done, number} of {of, number} stages",
  requested: "Asked for",
  finished: "Finished",
  by: "by {name}",
  download: "Download the proof",
  downloadOf: "Download the proof of lead {id}",
  readmitTitle: "Let an address back in",
  readmitSentence:
    "For somebody who was erased and now asks to hear from you again. They can be a lead and be written to; nothing of what was erased comes back. The activity log keeps who did this.",
  readmitEmail: "Address",
  readmitButton: "Let it back in",
  readmitted: "This address can be written to again",
  older: "Older",
  newest: "Newest",
  "removed.leads": "{count, plural, one {# lead} other {# leads}}",
  "removed.places": "{count, plural, one {# place in a campaign} other {# places in campaigns}}",
  "removed.mails":
    "{count, plural, one {# campaign mail emptied} other {# campaign mails emptied}}",
  "removed.events": "{count, plural, one {# event emptied} other {# events emptied}}",
  "removed.conversations": "{count, plural, one {# conversation} other {# conversations}}",
  "removed.conversation_mails":
    "{count, plural, one {# mail of conversations} other {# mails of conversations}}",
  "removed.mentions":
    "{count, plural, one {# mail of another conversation without the address} other {# mails of other conversations without the address}}",
  "removed.files": "{count, plural, one {# stored file} other {# stored files}}",
  "removed.block_list_entries":
    "{count, plural, one {# block list entry replaced by a hash} other {# block list entries replaced by hashes}}",
} as const;
