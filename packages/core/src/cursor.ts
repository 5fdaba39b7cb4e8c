import { AppError } from "./error.ts";

/** As ElectroDB and DynamoDB say it. */
const FOREIGN = /unable to parse cursor|starting key/i;

/** What is said of a cursor that the list did not give. */
export function foreignCursor(): AppError {
  return AppError.at("invalid", "cursor", "request.foreignCursor");
}

/**
 * The id that a list goes on behind; 0 for its first page.
 * @throws AppError invalid
 */
export function readIdCursor(cursor: string | null | undefined): number {
  const after = Number(cursor || 0);
  if (Number.isSafeInteger(after) && after >= 0) return after;
  throw foreignCursor();
}

/** Reads a page. @throws AppError invalid where it is the cursor that the table refuses */
export async function fromCursor<Page>(read: () => Promise<Page>): Promise<Page> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof Error && FOREIGN.test(error.message) ? foreignCursor() : error;
  }
}
