import { IntlMessageFormat } from "intl-messageformat";
import { createContext, Fragment, type ReactNode, useContext, useMemo } from "react";
import { useRootData } from "../shell/root-data.ts";
import type { Area, TextKey } from "./areas.ts";
import { textSource } from "./source.ts";

export const DEFAULT_LOCALE = "en-US";

type Value = string | number | boolean | Date | null | undefined;
type RichValue = Value | ((words: ReactNode[]) => ReactNode);

export type Text<A extends Area> = {
  /** The words for `key`; `params` fill the ICU placeholders. */
  (key: TextKey<A>, params?: Record<string, Value>): string;
  /** The same with elements inside: `<link>` in the message calls `params.link`. */
  rich: (key: TextKey<A>, params: Record<string, RichValue>) => ReactNode;
};

/** Collects, while the server renders, the areas that the page used: the browser fetches them before it hydrates. */
export const UsedAreas = createContext<Set<Area> | undefined>(undefined);

const formats = new Map<string, IntlMessageFormat>();

function formatOf(locale: string, message: string): IntlMessageFormat {
  const key = `${locale}|${message}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new IntlMessageFormat(message, locale);
  formats.set(key, format);
  return format;
}

/** The words of one area in one language, for places where hooks cannot go (`meta`). */
export function textOf<A extends Area>(locale: string, area: A): Text<A> {
  const messages = textSource().read(locale, area);
  const find = (key: string) => formatOf(locale, messages[key] ?? key);
  const text = (key: TextKey<A>, params?: Record<string, Value>) =>
    String(find(key).format(params as Record<string, string>));
  const rich = (key: TextKey<A>, params: Record<string, RichValue>) => {
    const parts = find(key).format<ReactNode>(params as Record<string, string>);
    // Parts have no identity of their own and never change places.
    return Array.isArray(parts)
      ? parts.map((part, at) => <Fragment key={at}>{part}</Fragment>)
      : parts;
  };
  return Object.assign(text, { rich });
}

export function useLocale(): string {
  return useRootData()?.locale ?? DEFAULT_LOCALE;
}

/** The words of one area, e.g. `const t = useText("campaigns"); t("title")`. */
export function useText<A extends Area>(area: A): Text<A> {
  const locale = useLocale();
  useContext(UsedAreas)?.add(area);
  const messages = textSource().read(locale, area);
  // oxlint-disable-next-line react/exhaustive-deps -- new messages make a new text
  return useMemo(() => textOf(locale, area), [locale, area, messages]);
}

/** Tells the browser which areas to fetch before it hydrates; stands after everything that uses words. */
export function UsedAreasMark() {
  const areas = useContext(UsedAreas);
  return <template id="areas" data-areas={[...(areas ?? [])].join(" ")} suppressHydrationWarning />;
}
