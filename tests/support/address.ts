/** An address that nobody has, at a company of its own: a trial is given to each once. */
export const newAddress = () => `ada@${crypto.randomUUID()}.example`;
