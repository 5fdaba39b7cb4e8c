/** Files that are uploaded. */
export default {
  attachmentUnreadable: "The attachment {name} cannot be loaded",
  totalTooLarge: "The attachments of one email have at most {most} together",
  fileTooLarge: "A file has at most {most}",
  imageTooLarge: "An image has at most {most}",
  changedMeanwhile: "This file was changed while it was looked at. Upload it again.",
} as const;
