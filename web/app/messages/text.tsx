import { formatOf, isPlain } from "@thaw/text/format";
import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { Fragment, type ReactNode, useContext, useMemo } from "react";
import { useRootData } from "../state/root-data.ts";
import { UsedNamespaces } from "../state/used-namespaces.tsx";
import type { Namespace, TextKey } from "./namespaces.ts";
import { textSource } from "./source.ts";

type Value = string | number | boolean | Date | null | undefined;
type RichValue = Value | ((copy: ReactNode[]) => ReactNode);

export type Text<A extends Namespace> = {
  /** The text for `key`; `params` fill the ICU placeholders. */
  (key: TextKey<A>, params?: Record<string, Value>): string;
  /** The same with elements inside: `<link>` in the message calls `params.link`. */
  rich: (key: TextKey<A>, params: Record<string, RichValue>) => ReactNode;
};

/** The texts of one namespace in one language, for places where hooks cannot go (`meta`). */
export function textOf<A extends Namespace>(locale: string, namespace: A): Text<A> {
  // Waits for the area's arrival here, not at the first word.
  const messages = textSource().read(locale, namespace);
  const messageOf = (key: TextKey<A>) => {
    const message = messages[key];
    if (message === undefined) throw new Error(`No message ${locale} ${namespace} ${key}`);
    return message;
  };
  const text = (key: TextKey<A>, params?: Record<string, Value>) => {
    const message = messageOf(key);
    // A build leaves words without placeholders as they are, and has no parser for them.
    if (typeof message === "string" && (!params || isPlain(message))) return message;
    return String(formatOf(locale, message).format(params));
  };
  const rich = (key: TextKey<A>, params: Record<string, RichValue>) => {
    const message = messageOf(key);
    if (isPlain(message)) return message;
    const parts = formatOf(locale, message).format<ReactNode>(params);
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

/** The texts of one namespace, e.g. `const t = useText("campaigns"); t("title")`. */
export function useText<A extends Namespace>(namespace: A): Text<A> {
  const locale = useLocale();
  useContext(UsedNamespaces)?.namespaces.add(namespace);
  return useMemo(() => textOf(locale, namespace), [locale, namespace]);
}
