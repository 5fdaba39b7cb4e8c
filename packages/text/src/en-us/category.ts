/** Categories of leads. */
export default {
  gone: "One of these categories does not exist any more",
  builtIn: "Categories up to {last} are built in: they cannot be renamed or deleted. Your own can.",
  confirm: "Confirm that these leads lose their category",
  most: "An account has at most {most} own categories",
  nameTaken: "There is a category with this name",
  inUse: '{count} conversation(s) have this category. Confirm that they go back to "not assigned".',
  inUseMore:
    'More than {count} conversations have this category. Confirm that they go back to "not assigned".',
} as const;

export const missing = {
  category: "This category does not exist",
} as const;

export const fields = {
  categoryName: "Give the category a name",
  sentiment: "Choose a sentiment",
  instructionsTooLong: "Instructions have at most {requirement, number} characters",
  instructionsMissing: "Write instructions and choose the categories that AI may give",
} as const;
