import * as v from "valibot";

/** A token arrives as the last part of a path; an image's has ".gif" behind it. */
const Token = v.pipe(
  v.string(),
  v.maxLength(8_000),
  v.transform((token) => token.replace(/\.gif$/, "")),
);

/** Who asked: what tells a person from a program. */
const Visit = {
  user_agent: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.slice(0, 500)),
    ),
    "",
  ),
  ip: v.optional(v.string(), ""),
};

export const RecordOpen = v.object({ token: Token, ...Visit });
export const RecordClick = v.object({ token: Token, ...Visit });
export const UnsubscribeToken = v.object({ token: Token });
