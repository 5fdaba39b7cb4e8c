import * as v from "valibot";

/**
 * A name as people read it: on one line, for names stand in headers of mails, and empty where nothing of it can be seen.
 */
export const oneLine = v.transform((text: string): string => {
  const line = text.replace(/\p{Cc}+/gu, " ").trim();
  return /[^\p{C}\p{Z}]/u.test(line) ? line : "";
});
