/** Whether a pushed message says that something happened in a conversation. */
export function isInboxNews(message: unknown): message is { type: "inbox"; thread_ids: number[] } {
  return (
    typeof message === "object" && message !== null && "type" in message && message.type === "inbox"
  );
}
