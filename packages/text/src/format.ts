import { IntlMessageFormat } from "intl-messageformat";

/** ICU text, or (in a build) the tree that it was parsed into. */
export type Message = ConstructorParameters<typeof IntlMessageFormat>[0];
export type Messages = Readonly<Record<string, Message>>;

/** What ICU reads as more than text. */
const SYNTAX = /[{<']/;

const formats = new Map<string, Map<Message, IntlMessageFormat>>();

/** Whether a message says the same with and without parameters: a build leaves such text as it is. */
export const isPlain = (message: Message | undefined): message is string =>
  typeof message === "string" && !SYNTAX.test(message);

/** The parsed message. Parsed once for each language. */
export function formatOf(locale: string, message: Message): IntlMessageFormat {
  const ofLocale = formats.get(locale) ?? new Map<Message, IntlMessageFormat>();
  formats.set(locale, ofLocale);
  const known = ofLocale.get(message);
  if (known) return known;
  const format = new IntlMessageFormat(message, locale);
  ofLocale.set(message, format);
  return format;
}
