import type { ProductMail } from "./product-mail-content.ts";

/**
 * Sends a mail of the product itself (never of a campaign) through SES, from the product's address. Few requests do, so the
 * client is loaded only then.
 */
export async function sendProductMail(mail: ProductMail): Promise<void> {
  const { sendThroughSes } = await import("./ses.ts");
  await sendThroughSes(mail);
}
