/** What pages behind an email's links say: made outside the web app, so its catalogue is not at hand. */
export default {
  askTitle: "Unsubscribe",
  ask: "Stop all emails from {sender} to {address}?",
  unsubscribe: "Unsubscribe",
  doneTitle: "You are unsubscribed",
  done: "{address} gets no more emails from {sender}.",
  mistake: "Was this a mistake? Write to {sender}.",
  someSender: "this sender",
  someAddress: "your address",
  someAddressFirst: "Your address",
  brokenTitle: "This unsubscribe link is incomplete",
  broken: "Open the link in the email again, or copy all of it.",
  brokenReply: "You can also reply to the email with the word {word}.",
  replyWord: "unsubscribe",
  brokenLinkTitle: "This link does not work",
  brokenLink: "It may be incomplete. Open it in the email again, or copy all of it.",
} as const;
