/** A host with dots, as people write it or copy it from a browser: http(s):// and www. before it or not. */
const DOMAIN = /^(?:https?:\/\/)?(?:www\.)?([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+)\/?$/iu;
/** D27: a domain, with a path behind it or none. */
const WEBSITE = /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i;
/** D27: scheme and host are there; no spaces, nobody's password. */
const WEB_URL = /^https?:\/\/[^\s@/?#]+(?:[/?#]\S*)?$/i;

/** The domain that a text names, without what stands around it; undefined where it names none. */
export const domainOf = (text: string): string | undefined => DOMAIN.exec(text)?.[1];

/** Whether a text is what people call their website: acme.example/about as well as https://www.acme.example. */
export const isWebsite = (text: string): boolean => WEBSITE.test(text);

/** Whether a text is a whole address of the web, which can be requested as it stands. */
export const isWebUrl = (text: string): boolean => WEB_URL.test(text) && URL.canParse(text);
