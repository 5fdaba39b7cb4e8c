/** What an account does first, and how far it is. */
export default {
  title: "Get started",
  sentence: "Four steps to your first emails.",
  progress: "{percentage, number}% done",
  items: "Steps",
  done: "Done",
  pending: "To do",
  added_first_email_account: "Connect a mailbox",
  added_first_email_accountText: "Your emails are sent from your own addresses.",
  added_first_email_accountAction: "Connect",
  enabled_warmup_optimisation: "Warm up the mailbox",
  enabled_warmup_optimisationText: "Warm-up is not available yet. You can send without it.",
  imported_first_leads: "Import leads",
  imported_first_leadsText: "A CSV file with an email column is enough.",
  imported_first_leadsAction: "Import a file",
  created_first_campaign: "Create a campaign",
  created_first_campaignText:
    "Write the first email and its follow-ups, and choose the sending hours.",
  created_first_campaignAction: "Create campaign",
  complete: "All done. You are ready to send.",
} as const;
