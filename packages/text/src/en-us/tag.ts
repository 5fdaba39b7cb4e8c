/** Tags. */
export default {
  mostEach: "It has {most} tags already. Take one off first.",
  most: "An account has at most {most} tags",
  nameTaken: "There is a tag with this name",
} as const;

export const missing = {
  tag: "This tag does not exist",
} as const;

export const fields = {
  tagNameMissing: "Give the tag a name",
  chooseTag: "Choose a tag",
} as const;
