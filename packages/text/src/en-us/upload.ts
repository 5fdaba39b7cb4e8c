/** Files that are uploaded. */
export default {
  attachmentUnreadable: "The attachment {name} cannot be loaded",
  totalTooLarge: "The attachments of one email have at most {most} together",
  fileTooLarge: "A file has at most {most}",
  imageTooLarge: "An image has at most {most}",
  changedMeanwhile: "This file was changed while it was looked at. Upload it again.",
} as const;

export const missing = {
  attachment: "This attachment does not exist",
  file: "This file does not exist",
} as const;

export const fields = {
  fileNameMissing: "Give the file a name",
  fileNameTooLong: "A file's name has at most {requirement, number} characters",
  fileNameCharacters: "A file's name holds no slash and no control character",
  wrongImage: "Choose a PNG, JPEG, WebP or GIF image",
  fileType: "This is no type of a file",
  noPrograms: "Programs, scripts, HTML and SVG cannot be attached",
  attachmentsMost: "An email has at most {requirement, number} attachments",
} as const;
