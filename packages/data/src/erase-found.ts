import { batchDelete } from "./batch-write.ts";
import type { PendingWrite } from "./transact.ts";

const PAGE = 100;

type Asked = { limit: number; cursor: string | null; consistent: true };
type Page<Row> = { data: Row[]; cursor: string | null };

/**
 * Deletes for good what a query finds, a page at a time, and yields how many records each page was: the caller stops where
 * they like, and a repeat finds what is left.
 *
 * @param remove the delete of a record, without a condition
 * @param beneath what hangs on records and is found by them alone, as claims and records of other partitions: it goes first
 */
export async function* eraseFound<Row>(
  query: (page: Asked) => Promise<Page<Row>>,
  remove: (row: Row) => PendingWrite,
  beneath?: (rows: Row[]) => readonly PendingWrite[] | Promise<readonly PendingWrite[]>,
): AsyncGenerator<number> {
  let cursor: string | null = null;
  do {
    const page: Page<Row> = await query({ limit: PAGE, cursor, consistent: true });
    if (beneath && page.data.length > 0) await batchDelete(await beneath(page.data));
    await batchDelete(page.data.map(remove));
    if (page.data.length > 0) yield page.data.length;
    cursor = page.cursor;
  } while (cursor !== null);
}
