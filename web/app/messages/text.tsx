import { IntlMessageFormat } from "intl-messageformat";
import { Fragment, type ReactNode, useContext, useMemo } from "react";
import { DrawnWith } from "../shell/drawn-with.tsx";
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

/** What ICU reads as more than words. */
const SYNTAX = /[{<']/;

const formats = new Map<string, IntlMessageFormat>();

/** @throws Error for a key that the catalogue of this language lacks */
function formatOf(locale: string, area: Area, key: string): IntlMessageFormat {
  const name = `${locale} ${area} ${key}`;
  const known = formats.get(name);
  if (known) return known;
  const message = textSource().read(locale, area)[key];
  if (message === undefined) throw new Error(`No message ${name}`);
  const format = new IntlMessageFormat(message, locale);
  formats.set(name, format);
  return format;
}

/** The words of one area in one language, for places where hooks cannot go (`meta`). */
export function textOf<A extends Area>(locale: string, area: A): Text<A> {
  // Waits for the area's arrival here, not at the first word.
  const messages = textSource().read(locale, area);
  const text = (key: TextKey<A>, params?: Record<string, Value>) => {
    const message = messages[key];
    // A build leaves words without placeholders as they are, and has no parser for them.
    const isPlain = typeof message === "string" && (!params || !SYNTAX.test(message));
    return isPlain ? message : String(formatOf(locale, area, key).format(params));
  };
  const rich = (key: TextKey<A>, params: Record<string, RichValue>) => {
    const message = messages[key];
    if (typeof message === "string" && !SYNTAX.test(message)) return message;
    const parts = formatOf(locale, area, key).format<ReactNode>(params);
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
  useContext(DrawnWith)?.areas.add(area);
  return useMemo(() => textOf(locale, area), [locale, area]);
}
