import { createClient } from "@thaw/client/thaw-client";
import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { textOf } from "./messages/text.tsx";

/** The page's own calls: who asks is in the session's cookie. */
export const api = createClient({
  fallback: () => textOf(document.documentElement.lang || DEFAULT_LOCALE, "shell")("apiFallback"),
});
