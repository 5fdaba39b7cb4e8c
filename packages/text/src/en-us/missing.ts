/** Records that do not exist, or that belong to another account, of nouns without a file of their own here. */
export default {
  answer: "This answer does not exist",
  erasure: "This erasure does not exist",
  mail: "This mail does not exist",
  message: "This message does not exist",
  passkey: "This passkey does not exist",
  session: "This session does not exist",
  link: "This link does not exist",
} as const;
