/** The block list. */
export default {
  unsubscribed: "This person unsubscribed on {date}. Confirm that you may write to them again.",
  complained: "This person complained on {date}. Confirm that you may write to them again.",
} as const;

export const missing = {
  entry: "This entry does not exist",
} as const;

export const fields = {
  emailOrDomain: "Enter an email address or a domain",
  entryMissing: "Give at least one entry",
  entriesMost: "At most {most} entries a call: use a CSV file for more",
} as const;

export const activity = {
  entry_deleted: "Removed a block list entry",
  entries_deleted_by_file: "Removed block list entries by CSV",
} as const;
