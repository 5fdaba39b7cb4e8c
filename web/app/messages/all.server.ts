import type { Messages } from "@thaw/text/format";
import type { TextSource } from "./source.ts";

const files = import.meta.glob<Messages>("./*/*.ts", { eager: true, import: "default" });

/** The server holds every area of every language. */
export const allTexts: TextSource = {
  read(locale, namespace) {
    const messages = files[`./${locale.toLowerCase()}/${namespace}.ts`];
    if (!messages) throw new Error(`No messages for ${namespace} in ${locale}`);
    return messages;
  },
};
