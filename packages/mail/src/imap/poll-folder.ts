import type { FetchMessageObject, ImapFlow } from "imapflow";
import type { ImapConnection } from "./connect-imap.ts";
import { ImapError, toImapError } from "./imap-error.ts";
import { inFolder, refreshFolder } from "./open-folder.ts";

/** How far a folder has been read. JSON-shaped, to be stored between polls. */
export type FolderCursor = {
  uidValidity: string;
  lastUid: number;
  /** What STATUS said when everything up to lastUid had been read. */
  uidNext: number;
  modseq?: string;
};

export type FolderMessage = {
  uid: number;
  internalDate: Date;
  flags: string[];
  sizeBytes: number;
  /** The whole message, or only its headers where it is too large. */
  source: Buffer;
  tooLarge: boolean;
};

export type FolderPoll = {
  /** "renumbered": UIDVALIDITY is another one, so messages come again that were read before (RFC 9051 2.3.1.1). */
  change: "none" | "new" | "first" | "renumbered";
  /** To be stored once every message has been dealt with. */
  cursor: FolderCursor;
  /** There is more than `limit`; poll again with the cursor. */
  hasMore: boolean;
  /** In the order of arrival. Other commands may run between two of them. @throws ImapError */
  messages: AsyncIterable<FolderMessage>;
};

export type PollOptions = {
  cursor?: FolderCursor | undefined;
  /** Where there is no usable cursor, messages are read that arrived on this day or later. */
  since: Date;
  /** Messages above this size give only their headers. */
  maxBytes?: number;
  /** Messages in one poll. */
  limit?: number;
  /** Which of these messages are to be read at all; each is when not given. Asked before anything of them but their ids is fetched. */
  choose?: ((listed: readonly ListedMessage[]) => Promise<ReadonlySet<number>>) | undefined;
};

/** `messageId` with its angle brackets; absent where the message has none. */
export type ListedMessage = { uid: number; messageId?: string };

const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const DEFAULT_LIMIT = 500;
const MAX_HEADER_BYTES = 256 * 1024;
const BATCH_MESSAGES = 25;
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Looks for new mail in a folder: one STATUS where nothing changed, else the messages after the cursor.
 * Never marks anything as read. @throws ImapError
 */
export async function pollFolder(
  connection: ImapConnection,
  path: string,
  options: PollOptions,
): Promise<FolderPoll> {
  const { cursor: previous, since, limit = DEFAULT_LIMIT } = options;
  await refreshFolder(connection, path);
  const status = await readStatus(connection, path);
  if (previous && isSame(previous, status)) {
    return { change: "none", cursor: previous, hasMore: false, messages: nothing() };
  }
  const known = previous?.uidValidity === status.uidValidity ? previous : undefined;
  const found = await inFolder(connection, path, (client) =>
    known ? uidsAfter(client, known.lastUid) : uidsSince(client, since),
  );
  const uids = found.slice(0, limit);
  const hasMore = found.length > uids.length;
  const { maxBytes = DEFAULT_MAX_BYTES, choose } = options;
  const { uidValidity } = status;
  return {
    change: changeOf(previous, known),
    cursor: cursorAfter(uids, { status, known, hasMore }),
    hasMore,
    messages: readMessages(connection, path, { uids, uidValidity, maxBytes, choose }),
  };
}

function changeOf(previous?: FolderCursor, known?: FolderCursor): FolderPoll["change"] {
  if (known) return "new";
  return previous ? "renumbered" : "first";
}

type FolderProgress = { status: Status; known: FolderCursor | undefined; hasMore: boolean };

function cursorAfter(uids: number[], { status, known, hasMore }: FolderProgress): FolderCursor {
  const { uidNext } = status;
  const last = uids.at(-1) ?? 0;
  // With more to come the folder must not look unchanged next time.
  if (hasMore) return cursorAt(status, last);
  // Where only recent mail was asked for, everything else that was there counts as read.
  const seen = known ? known.lastUid : uidNext - 1;
  return { ...status, lastUid: Math.max(seen, last) };
}

/** Where a folder is to be read on that was read up to this message and no further. */
export const cursorAt = (
  { uidValidity }: Pick<FolderCursor, "uidValidity">,
  lastUid: number,
): FolderCursor => ({ uidValidity, lastUid, uidNext: lastUid + 1 });

type Status = Omit<FolderCursor, "lastUid">;

async function readStatus({ client, server }: ImapConnection, path: string): Promise<Status> {
  const query = { uidNext: true, uidValidity: true, highestModseq: true };
  const status = await client.status(path, query).catch((error: unknown) => {
    throw toImapError(error, server);
  });
  if (!status || status.uidNext === undefined || status.uidValidity === undefined) {
    throw new ImapError("refused", `${server.host} gave no status of ${path}`);
  }
  const { uidNext, uidValidity, highestModseq } = status;
  return {
    uidValidity: String(uidValidity),
    uidNext,
    ...(highestModseq === undefined ? {} : { modseq: String(highestModseq) }),
  };
}

function isSame(cursor: FolderCursor, status: Status): boolean {
  return (
    cursor.uidValidity === status.uidValidity &&
    cursor.uidNext === status.uidNext &&
    cursor.modseq === status.modseq
  );
}

async function uidsAfter(client: ImapFlow, lastUid: number): Promise<number[]> {
  const uids = await searchUids(client, { uid: `${lastUid + 1}:*` });
  // RFC 9051 6.4.9: "n:*" gives the last message even where its number is below n.
  return uids.filter((uid) => uid > lastUid);
}

/** SEARCH SINCE knows days only, in the server's own time zone. */
function uidsSince(client: ImapFlow, since: Date): Promise<number[]> {
  return searchUids(client, { since });
}

async function searchUids(
  client: ImapFlow,
  query: { uid?: string; since?: Date },
): Promise<number[]> {
  const uids = await client.search(query, { uid: true });
  if (!Array.isArray(uids)) throw new ImapError("refused", "The server could not search a folder");
  return uids.toSorted((one, other) => one - other);
}

type Wanted = Pick<PollOptions, "choose"> & {
  uids: number[];
  uidValidity: string;
  maxBytes: number;
};

/** Reads in batches and releases the folder while the caller works on one. */
async function* readMessages(
  connection: ImapConnection,
  path: string,
  { uids, uidValidity, maxBytes, choose }: Wanted,
): AsyncGenerator<FolderMessage> {
  for (let start = 0; start < uids.length; start += BATCH_MESSAGES) {
    const batch = uids.slice(start, start + BATCH_MESSAGES);
    const inThisFolder = <Result>(run: (client: ImapFlow) => Promise<Result>) =>
      inFolder(connection, path, (client) => {
        const { mailbox } = client;
        if (mailbox && String(mailbox.uidValidity) === uidValidity) return run(client);
        throw new ImapError("refused", `${path} was renumbered while it was read`);
      });
    const listed = await inThisFolder((client) => fetchSizes(client, batch, choose !== undefined));
    const chosen = await choose?.(listed);
    const sizes = chosen ? listed.filter(({ uid }) => chosen.has(uid)) : listed;
    for (const group of groupBySize(sizes, maxBytes)) {
      yield* await inThisFolder((client) => fetchSources(client, group, maxBytes));
    }
  }
}

type Sized = ListedMessage & { sizeBytes: number };

async function fetchSizes(client: ImapFlow, uids: number[], withIds: boolean): Promise<Sized[]> {
  const query = { uid: true, size: true, ...(withIds ? { headers: ["message-id"] } : {}) };
  const found = await client.fetchAll(uids, query, { uid: true });
  return found
    .map(({ uid, size = 0, headers }) => {
      // RFC 5322 2.2.3: the value may stand on the next line.
      const messageId = /^message-id:\s*(<[^<>\s]+>)/im.exec(
        headers?.toString("latin1") ?? "",
      )?.[1];
      return { uid, sizeBytes: size, ...(messageId ? { messageId } : {}) };
    })
    .toSorted(byUid);
}

/** Consecutive messages that may be held in memory together; one that is too large stands alone. */
function groupBySize(messages: Sized[], maxBytes: number): Sized[][] {
  const groups: Sized[][] = [];
  const together = Math.min(BATCH_BYTES, maxBytes);
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    bytes += message.sizeBytes;
    const last = groups.at(-1);
    if (last && bytes <= together && message.sizeBytes <= maxBytes) last.push(message);
    else {
      groups.push([message]);
      bytes = message.sizeBytes > maxBytes ? Number.POSITIVE_INFINITY : message.sizeBytes;
    }
  }
  return groups;
}

async function fetchSources(
  client: ImapFlow,
  group: Sized[],
  maxBytes: number,
): Promise<FolderMessage[]> {
  const isTooLarge = group.some(({ sizeBytes }) => sizeBytes > maxBytes);
  // The partial fetch also holds where the server understates a size.
  const source = { start: 0, maxLength: isTooLarge ? MAX_HEADER_BYTES : maxBytes };
  const query = { uid: true, flags: true, internalDate: true, size: true, source };
  const uids = group.map(({ uid }) => uid);
  const found = await client.fetchAll(uids, query, { uid: true });
  return found.toSorted(byUid).map((message) => toFolderMessage(message, isTooLarge));
}

function toFolderMessage(message: FetchMessageObject, tooLarge: boolean): FolderMessage {
  const source = message.source ?? Buffer.alloc(0);
  return {
    uid: message.uid,
    internalDate: new Date(message.internalDate ?? 0),
    // \\Recent says which session looked first, not what the message is; RFC 9051 2.3.2 drops it.
    flags: [...(message.flags ?? [])].filter((flag) => flag !== "\\Recent"),
    sizeBytes: message.size ?? source.length,
    source: tooLarge ? headersOf(source) : source,
    tooLarge,
  };
}

/** Up to and including the empty line (RFC 5322 2.1). */
function headersOf(source: Buffer): Buffer {
  const end = source.indexOf("\r\n\r\n");
  return end < 0 ? source : source.subarray(0, end + 4);
}

function byUid(one: { uid: number }, other: { uid: number }): number {
  return one.uid - other.uid;
}

async function* nothing(): AsyncGenerator<never> {}
