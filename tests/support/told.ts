import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { renderText } from "@thaw/text/render";
import type { Text } from "@thaw/text/say";

type Matcher = { asymmetricMatch: (received: unknown) => boolean };

const isMatcher = (expected: unknown): expected is Matcher =>
  typeof expected === "object" && expected !== null && "asymmetricMatch" in expected;

/** Expects a text whose English is this, or matches it: `{ name: [told("Choose a name")] }`. */
export function told(expected: string | Matcher): Matcher {
  return {
    asymmetricMatch(received) {
      const english = renderText(DEFAULT_LOCALE, received as Text);
      return isMatcher(expected) ? expected.asymmetricMatch(english) : english === expected;
    },
  };
}
