import { formatOf, isPlain, type Message } from "./format.ts";
import type { Param, Text } from "./say.ts";

/** Where texts come from: a server has all of them, a browser some. */
type Source = (key: Text["key"]) => Message;

const lowerFirst = (parts: readonly string[]) => {
  const text = parts.join("");
  return text.charAt(0).toLowerCase() + text.slice(1);
};

/**
 * A text in the language `locale`. `<lower>` in a message makes the first letter small, where a sentence goes on with another
 * text.
 */
export function renderWith(source: Source, locale: string, { key, params = {} }: Text): string {
  const message = source(key);
  if (isPlain(message)) return message;
  const render = (text: Text) => renderWith(source, locale, text);
  const valueOf = (param: Param) => {
    if (typeof param !== "object") return param;
    if ("key" in param) return render(param);
    if (!("list" in param)) return param.map(render).join(" ");
    return new Intl.ListFormat(locale, { type: "unit" }).format(param.list.map(render));
  };
  const values = Object.entries(params).map(([name, param]) => [name, valueOf(param)]);
  return String(
    formatOf(locale, message).format({ ...Object.fromEntries(values), lower: lowerFirst }),
  );
}
