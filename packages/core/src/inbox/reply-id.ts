const REPLY_ID = /^<?re\.(\d{1,15})\.[\w-]{16,64}@/;

/** The `Message-ID` of an answer written by hand: its thread is in it, so that the answer to it finds home. */
export function replyMessageId(threadId: number, token: string, senderAddress: string): string {
  const domain = senderAddress.slice(senderAddress.lastIndexOf("@") + 1);
  return `<re.${threadId}.${token}@${domain}>`;
}

export function threadIdInMessageId(messageId: string): number | undefined {
  const id = REPLY_ID.exec(messageId)?.[1];
  return id === undefined ? undefined : Number(id);
}
