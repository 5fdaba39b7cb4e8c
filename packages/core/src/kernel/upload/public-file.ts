import type { Readable } from "node:stream";
import { openObject } from "@thaw/data/bucket";
import * as v from "valibot";
import { notFound } from "../../error.ts";
import { Id } from "../../page.schema.ts";
import { IMAGE_KINDS, IMAGE_TYPES } from "./upload.schema.ts";
import { isToken, keyOf } from "./upload.ts";

const PublicFile = v.object({
  account_id: Id,
  kind: v.picklist(IMAGE_KINDS),
  token: v.pipe(v.string(), v.check(isToken)),
});

/**
 * An image for anyone who knows its address: mails show it to people who have no account. Attachments have no such address.
 *
 * @throws AppError not_found
 */
export async function openPublicFile(
  path: unknown,
): Promise<{ body: Readable; bytes: number; contentType: string }> {
  const known = v.safeParse(PublicFile, path);
  if (!known.success) throw notFound("file");
  const { account_id, kind, token } = known.output;
  const opened = await openObject(keyOf(account_id, kind, token));
  if (!opened) throw notFound("file");
  if (!IMAGE_TYPES.some((type) => type === opened.contentType)) {
    opened.body.destroy();
    throw notFound("file");
  }
  return opened;
}
