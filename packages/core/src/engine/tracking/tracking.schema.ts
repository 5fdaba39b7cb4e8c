import * as v from "valibot";

/** A token arrives as the last part of a path; an image's has ".gif" behind it. */
const Token = v.pipe(
  v.string(),
  v.transform((token) => token.replace(/\.gif$/, "")),
);

/** What tells a person from a program. */
const Visit = {
  user_agent: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.slice(0, 500)),
    ),
    "",
  ),
};

export const RecordOpen = v.object({ token: Token, ...Visit });
export const RecordClick = v.object({ token: Token, ...Visit });
export const UnsubscribeToken = v.object({ token: Token });
