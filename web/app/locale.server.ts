import { type Locale, localeOf } from "@thaw/text/locale";

/** The language of a page, and of what is said to its forms. */
export const localeOfRequest = (request: Request): Locale =>
  localeOf(request.headers.get("accept-language"));
