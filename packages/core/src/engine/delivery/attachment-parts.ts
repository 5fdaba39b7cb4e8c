import { encodedAttachment } from "../../kernel/upload/attachment.ts";
import { type Attachment, totalBytes } from "../../kernel/upload/upload.schema.ts";

/** What the emails of a batch may hold at once before they are encoded: a worker of 512 MB has room for it, and for one email more. */
const MOST_BYTES = 25 * 1_048_576;
const WAIT_MS = 30_000;

type Loaded = { part: Promise<Buffer>; bytes: number; users: number };

/** Attachments of an email as parts of it, which it holds until it is disposed of. */
export type HeldParts = Disposable & { parts: readonly Buffer[] };

/**
 * The attachments of a batch of emails. Each is fetched and encoded once and shared by the emails that carry it. Where they are
 * more than a worker has memory for, an email waits until another one has left.
 */
export class AttachmentParts {
  private readonly loaded = new Map<string, Loaded>();
  private readonly waiting = new Set<() => void>();

  /**
   * @throws AppError LOADING_ERROR for one that is gone; an error where there was no room for 30 seconds, so that the queue brings
   * the email again
   */
  async hold(attachments: readonly Attachment[]): Promise<HeldParts> {
    const until = performance.now() + WAIT_MS;
    while (!this.hasRoomFor(attachments)) {
      const left = until - performance.now();
      if (left <= 0) throw new Error("The attachments of other emails took all of the room");
      await this.released(left);
    }
    const held = attachments.map((attachment) => this.use(attachment));
    const release = () => {
      for (const each of held) each.users -= 1;
      for (const wake of this.waiting) wake();
    };
    try {
      const parts = await Promise.all(held.map(({ part }) => part));
      return { parts, [Symbol.dispose]: release };
    } catch (error) {
      release();
      throw error;
    }
  }

  private hasRoomFor(attachments: readonly Attachment[]): boolean {
    const wanted = attachments.filter(({ file_key }) => !this.isInUse(file_key));
    const used = [...this.loaded.values()].filter(({ users }) => users > 0);
    if (used.length > 0 && totalBytes(used) + totalBytes(wanted) > MOST_BYTES) return false;
    if (totalBytes([...this.loaded.values()]) + totalBytes(wanted) > MOST_BYTES) this.dropUnused();
    return true;
  }

  private isInUse(fileKey: string): boolean {
    return (this.loaded.get(fileKey)?.users ?? 0) > 0;
  }

  private dropUnused(): void {
    for (const [key, { users }] of this.loaded) if (users === 0) this.loaded.delete(key);
  }

  private use(attachment: Attachment): Loaded {
    const { file_key: key, bytes } = attachment;
    const present = this.loaded.get(key);
    const loaded = present ?? { part: encodedAttachment(attachment), bytes, users: 0 };
    loaded.users += 1;
    this.loaded.set(key, loaded);
    // A failure is not remembered: the next email tries again.
    if (!present) loaded.part.catch(() => this.loaded.delete(key));
    return loaded;
  }

  private released(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, mostMs);
      this.waiting.add(wake);
    });
  }
}
