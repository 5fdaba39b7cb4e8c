/** Names that nobody can own, and so neither receive nor verify (RFC 2606, RFC 6761, RFC 6762). */
const RESERVED =
  /(?:^|[.@])(?:(?:example|test|invalid|localhost|local)|example\.(?:com|net|org))$/i;

/** An address or a host that is in examples only. */
export const isExample = (address: string): boolean => RESERVED.test(address.trim());
