import { deleteObject, readObject, sizeOfObject } from "@thaw/data/bucket";
import { commit, type PendingWrite } from "@thaw/data/transact";
import { ImportJobEntity, ImportRejectEntity } from "./import-job.entity.ts";

const READ = ["accountId", "importId", "fileKey", "errorFileKey", "status"] as const;
const OVER: ReadonlySet<string> = new Set(["COMPLETED", "FAILED"]);

/**
 * Deletes the files of imports that are over and name one of these addresses: what was uploaded, and the list of rows that
 * were left out. Nobody needs them any more, and a file can't be trusted to stay right with a row cut out of it. Safe to run
 * twice.
 *
 * @param own imports that brought the person, in whatever encoding
 * @param tally what counts, in the same transaction, what goes
 * @returns false while one of them is still under way: ask again
 */
export async function eraseImportFiles(
  accountId: number,
  { addresses, own }: { addresses: readonly string[]; own: readonly number[] },
  tally: (count: number) => PendingWrite,
): Promise<boolean> {
  let isDone = true;
  const { data: jobs } = await ImportJobEntity.query
    .byAccount({ accountId })
    .go({ pages: "all", attributes: [...READ] });
  for (const { importId, fileKey, errorFileKey, status } of jobs) {
    const keys = [fileKey, ...(errorFileKey ? [errorFileKey] : [])];
    const stored = [];
    for (const key of keys) if ((await sizeOfObject(key)) !== undefined) stored.push(key);
    const isNamed =
      own.includes(importId) ||
      (await Promise.all(stored.map((key) => names(key, addresses)))).includes(true);
    if (!isNamed) continue;
    if (!OVER.has(status)) {
      isDone = false;
      continue;
    }
    for (const key of stored) await deleteObject(key);
    await eraseRejects(accountId, importId);
    if (stored.length > 0) await commit([tally(stored.length)]);
  }
  return isDone;
}

/** Forgets the rows that an import left out. */
export async function eraseRejects(accountId: number, importId: number): Promise<void> {
  const { data } = await ImportRejectEntity.query
    .byImport({ accountId, importId })
    .go({ pages: "all", consistent: true, attributes: ["accountId", "importId", "byteOffset"] });
  if (data.length > 0) await ImportRejectEntity.delete(data).go();
}

/** Whether a file holds one of these addresses, in whatever case. */
async function names(key: string, addresses: readonly string[]): Promise<boolean> {
  const longest = Math.max(0, ...addresses.map(({ length }) => length));
  let rest = "";
  for await (const chunk of await readObject(key)) {
    // UTF-16 has a zero byte beside each of these letters.
    const text = rest + (chunk as Buffer).toString("latin1").replaceAll("\0", "").toLowerCase();
    if (addresses.some((address) => text.includes(address))) return true;
    rest = text.slice(-longest);
  }
  return false;
}
