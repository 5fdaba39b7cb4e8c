import type { MetaDescriptor } from "@remix-run/react";
import { DEFAULT_LOCALE } from "@thaw/text/locale";
import type { loader } from "../root.tsx";
import type { Namespace, TextKey } from "./namespaces.ts";
import { preloadText } from "./source.ts";
import { textOf } from "./text.tsx";

type RootData = Awaited<ReturnType<typeof loader>>;
type MetaArgs = { matches: readonly { id: string; data?: unknown }[] };

function rootData(matches: MetaArgs["matches"]): RootData | undefined {
  return matches.find((match) => match.id === "root")?.data as RootData | undefined;
}

/** The document's title for words that are data: `export const meta = ({ data, matches }) => titleMeta(data.name, matches)`. */
export function titleMeta(title: string, matches: MetaArgs["matches"]): MetaDescriptor[] {
  const root = rootData(matches);
  const t = textOf(root?.locale ?? DEFAULT_LOCALE, "shell");
  const brand = root?.brandName ?? "";
  return [{ title: brand ? t("pageTitle", { title, brand }) : title }];
}

/** The document's title from the catalogue: `export const meta = titled("campaigns", "title")`. */
export function titled<A extends Namespace>(namespace: A, key: TextKey<A>) {
  preloadText(namespace);
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const locale = rootData(matches)?.locale ?? DEFAULT_LOCALE;
    return titleMeta(textOf(locale, namespace)(key), matches);
  };
}
