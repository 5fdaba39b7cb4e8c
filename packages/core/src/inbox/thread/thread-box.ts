/** How a thread, and each of its further listings, is listed: in a box by time, and among the unread ones of that box. */
export const BOX_ATTRIBUTES = {
  /** "7.inbox", "7.sent"; "7.5.inbox" is the campaign's part of a folder. Listed by `boxAt`. */
  box: { type: "string", required: true },
  boxAt: { type: "string", required: true },
  /** "7.unread" while the thread is unread, listed by `unreadAt`. */
  unreadBox: { type: "string" },
  unreadAt: { type: "string" },
} as const;

export const BOX_INDEXES = {
  byUnread: {
    index: "gsi1",
    pk: { field: "gsi1pk", composite: ["unreadBox"] },
    sk: { field: "gsi1sk", composite: ["unreadAt"] },
  },
  byBox: {
    index: "gsi2",
    pk: { field: "gsi2pk", composite: ["box"] },
    sk: { field: "gsi2sk", composite: ["boxAt"] },
  },
} as const;
