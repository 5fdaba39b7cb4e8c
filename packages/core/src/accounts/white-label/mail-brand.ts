import { DEFAULT_LOCALE } from "@thaw/text/locale";
import { renderText } from "@thaw/text/render";
import { say } from "@thaw/text/say";
import { config } from "../../config.ts";
import { findBrandOf } from "./host.ts";

const PRODUCT = "Thaw";
/** Where an agency has said nothing: never the provider's own name (D14). */
const NOBODYS = say("mail.yourWorkspace");

/** In whose name a mail of the product goes to someone, and where its links lead. */
export type MailBrand = {
  origin: string;
  /** What the mail calls the product. */
  productName: string;
  from?: { name: string; replyTo?: string };
};

/** An agency's clients know its brand and its host alone. */
export async function mailBrandOf({
  kind,
  accountId,
}: {
  kind: string;
  accountId: number;
}): Promise<MailBrand> {
  if (kind !== "client") return { origin: config.siteUrl(), productName: PRODUCT };
  const brand = await findBrandOf(accountId);
  const productName = brand?.name || renderText(DEFAULT_LOCALE, NOBODYS);
  const { supportEmail } = brand ?? {};
  return {
    origin: brand ? `https://${brand.host}` : config.siteUrl(),
    productName,
    from: { name: productName, ...(supportEmail ? { replyTo: supportEmail } : {}) },
  };
}
