/** What tags and categories are distinguished by. A screen knows how each looks. */
export const COLORS = [
  "gray",
  "red",
  "orange",
  "yellow",
  "green",
  "teal",
  "blue",
  "indigo",
  "violet",
  "pink",
] as const;
