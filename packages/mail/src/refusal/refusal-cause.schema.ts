/**
 * Who has to act before such a message is delivered. Only `address` says that nobody will ever read email there.
 *
 * - `address`: it does not exist, has moved, or is disabled for good
 * - `recipient-temporary`: it is full, receives too much, or greylists
 * - `sender`: its address, server, authentication, rate or reputation is refused
 * - `message`: its content, form or size is refused
 * - `network`: the recipient's server cannot be reached or does not work
 */
export const REFUSAL_CAUSES = [
  "address",
  "recipient-temporary",
  "sender",
  "message",
  "network",
] as const;
export type RefusalCause = (typeof REFUSAL_CAUSES)[number];
