import type { Messages } from "@thaw/text/format";
import type { Namespace } from "./namespaces.ts";
import type { TextSource } from "./source.ts";

const files = import.meta.glob<Messages>("./*/*.ts", { import: "default" });
const arrived = new Map<string, Messages>();
const underway = new Map<string, Promise<void>>();

const fileOf = (locale: string, namespace: string) => `./${locale.toLowerCase()}/${namespace}.ts`;

async function fetchFile(file: string): Promise<void> {
  const load = files[file];
  if (!load) throw new Error(`No messages in ${file}`);
  try {
    arrived.set(file, await load());
  } catch (error) {
    // A failed download may succeed when the screen is tried again.
    underway.delete(file);
    throw error;
  }
}

function arrival(file: string): Promise<void> {
  const known = underway.get(file);
  if (known) return known;
  const promise = fetchFile(file);
  underway.set(file, promise);
  return promise;
}

/** The browser fetches the areas of one language as screens need them. */
export const lazyTexts: TextSource = {
  read(locale, namespace) {
    const messages = arrived.get(fileOf(locale, namespace));
    if (messages) return messages;
    throw arrival(fileOf(locale, namespace));
  },
  preload(locale, namespace) {
    // A failure shows when the area is read.
    arrival(fileOf(locale, namespace)).catch(() => undefined);
  },
};

/** Fetches areas ahead of need. */
export async function loadNamespaces(locale: string, namespaces: readonly string[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => arrival(fileOf(locale, namespace as Namespace))));
}
