import { MessageEntity } from "./message.entity.ts";

/** A change of an email that exists; the caller adds what is set, and on which condition. */
export const patchMessage = (key: Parameters<typeof MessageEntity.patch>[0]) =>
  MessageEntity.patch(key);
