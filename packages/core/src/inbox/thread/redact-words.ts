/** Replaces an address. */
export const REDACTED = "(erased)";

/** Also as links and HTML write it. */
const AT = "(?:@|%40|&#64;|&#x40;|&commat;)";
/** A shorter beginning of an address could be anyone's. */
const LEAST_PART = 4;
/** RFC 5321 4.5.3.1: 64 characters, "@" and 255 more. */
const MOST_ADDRESS = 320;

/** Removes a person's addresses from texts, and from the To line of an email. */
export type Redaction = {
  /** Whether this is one of the addresses. */
  isTheirs: (address: string) => boolean;
  /**
   * The text without the addresses, in any case; longer addresses that contain one of them stay.
   *
   * @param most the length to which such texts were cut: where this one was, or where it is a line that ends with "…", a
   *   part of an address may stand at the end
   */
  redactText: (text: string, most: number) => string;
};

export function redactionOf(addresses: readonly string[]): Redaction {
  const folded = addresses.map((address) => address.toLowerCase());
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_.+-])(?:${folded.map(patternOf).join("|")})(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
    "giu",
  );
  const known = new Set(folded);
  return {
    isTheirs: (address) => known.has(address.toLowerCase()),
    redactText(text, most) {
      if (folded.length === 0) return text;
      const redacted = text.replace(pattern, REDACTED);
      const isCut = text.length >= most || text.endsWith("…");
      return isCut ? withoutCutAddress(redacted, folded) : redacted;
    },
  };
}

const patternOf = (address: string) =>
  address
    .split("@")
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join(AT);

function withoutCutAddress(text: string, addresses: readonly string[]): string {
  const kept = text.replace(/…$/, "");
  const [end = ""] = /[^\s<>,;:"']*$/.exec(kept.slice(-MOST_ADDRESS)) ?? [];
  const isPart =
    end.length >= LEAST_PART && addresses.some((address) => address.startsWith(end.toLowerCase()));
  return isPart ? kept.slice(0, -end.length) + REDACTED : text;
}
