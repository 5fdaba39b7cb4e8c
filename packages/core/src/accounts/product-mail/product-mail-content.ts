export type ProductMail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** In whose name besides the product's; the address stays ours. */
  from?: { name: string; replyTo?: string } | undefined;
};
