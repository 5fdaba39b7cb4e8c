/** Folders of campaigns. */
export const missing = {
  folder: "This folder does not exist",
} as const;

export const fields = {
  folderName: "Give the folder a name",
} as const;
