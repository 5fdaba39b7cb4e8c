/** What an account does first, and how far it is. */
export default {
  title: "Get started",
  sentence: "Four things, and your first mails are on their way.",
  progress: "{percentage, number}% done",
  items: "What to do",
  done: "Done",
  pending: "To do",
  added_first_email_account: "Connect a mailbox",
  added_first_email_accountText: "Your mails leave from your own addresses.",
  added_first_email_accountAction: "Connect one",
  enabled_warmup_optimisation: "Warm the mailbox up",
  enabled_warmup_optimisationText:
    "Warm-up is not there yet. This stays open until it is, and keeps you from nothing.",
  imported_first_leads: "Import leads",
  imported_first_leadsText: "A CSV file with an address in each row is enough.",
  imported_first_leadsAction: "Import a file",
  created_first_campaign: "Create a campaign",
  created_first_campaignText: "Write a first mail and what follows it, and choose the hours.",
  created_first_campaignAction: "Create one",
  complete: "All done. From here on it is your campaigns that count.",
} as const;
