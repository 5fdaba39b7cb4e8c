/** Imports, exports and deletions of leads by file. */
export default {
  columnMissing: "A column of the mapping is not in the file",
  notFailed: "Only an import that failed can be started again",
  deleted: "This file has been deleted. To see the skipped rows, import the original file again.",
  tooLarge: "A file has at most 15 MB",
  exportTooLarge: "A file has at most 24 GB: narrow the list",
  tooManyFields:
    "These leads have more than {most} different custom fields, and each would be a column: narrow the list",
  exportPace: "At most {most} exports start in an hour",
  exportUnfinished: "The file of this export is not whole yet",
  exportGone:
    "This export no longer exists: files are kept for 24 hours, or until a lead in them is erased. Export again.",
  deletionLinkExpired: "This link has expired: it works once, for 24 hours, in one account",
  empty: "This file is empty",
  format: "This is {format}. Save it as CSV and try again.",
  noText: "This file is not a text file. Save it as CSV (UTF-8) and try again.",
  mostRows: "A list has at most {most, number} rows. Split this file.",
  noEntries: "This file holds no entry that can be read. Put one in each row.",
  noEmailColumn: "No column holds email addresses",
  noHeading: "No row of column names was found at the top of this file",
  headingQuotes: "The first row has broken quotes. Correct it and try again.",
  headingIsLead:
    "The first row holds an email address instead of column names. Add a row of names above it.",
  mostColumns: "This file has more than {most} columns",
  exportBroke: "The export stopped because of an error of ours. Start it again.",
  exportErased: "A lead in this file was erased. Export again.",
  importBroke: "The import stopped because of an error of ours. Rows that are done stay done.",
  rowColumn: "Import row",
  resultColumn: "Import result",
  reasonColumn: "Import reason",
  rowBlocked: "On the block list or unsubscribed",
  rowBounced: "The address has bounced",
  rowFull: "Too many campaigns know this address differently",
  rowElsewhere: "The lead is in another campaign",
  rowDuplicate: "The address is in this campaign already",
  rowOverLimit: "The plan's lead credits are used up",
  rowQuotes: "The quotes of this row are broken",
  rowTooLong: "This row is longer than {most} kB",
  rowTooManyCells: "This row has more cells than there are columns",
  rowNoEmail: "There is no email address",
  rowCustomFields: "The custom fields are longer than {most} kB",
} as const;

export const missing = {
  import: "This import does not exist",
} as const;

export const fields = {
  leadsGiven: "Give at least one lead",
  columnTwice: "A column is mapped twice",
  emailColumn: "Choose the column with the email address",
  fieldTwice: "Each field takes one column",
  customFieldTwice: "Each custom field takes one column",
  mappedFieldsMost: "At most {most} custom fields",
} as const;
