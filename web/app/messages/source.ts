import type { Messages } from "@thaw/text/format";
import type { Namespace } from "./namespaces.ts";

/**
 * Gives the messages of one namespace in one language. In a browser, where a namespace arrives when a screen needs
 * it, `read` throws the promise of its arrival, as React's Suspense wants.
 */
export type TextSource = {
  read: (locale: string, namespace: Namespace) => Messages;
  /** Begins to fetch an area that will be read soon. */
  preload?: (locale: string, namespace: Namespace) => void;
};

let installed: TextSource | undefined;

/** Called once, by the entry of the server and by that of the browser, before anything renders. */
export function installTextSource(source: TextSource): void {
  installed = source;
}

/** Begins to fetch an area while the data of its screen is still on its way. Does nothing on the server. */
export function preloadText(namespace: Namespace): void {
  if (typeof document !== "undefined")
    installed?.preload?.(document.documentElement.lang, namespace);
}

/** @throws Error when no entry has installed a source */
export function textSource(): TextSource {
  if (!installed) throw new Error("No text source is installed");
  return installed;
}
