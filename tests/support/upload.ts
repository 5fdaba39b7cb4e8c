import type { Actor } from "../../packages/core/src/actor.ts";
import { startLeadUpload } from "../../packages/core/src/lead-import/lead-import.ts";

/** Puts a file where the browser would and gives its key. */
export async function uploadCsv(actor: Actor, file: string | Buffer): Promise<string> {
  const { url, fields, file_key } = await startLeadUpload(actor, {});
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([Buffer.from(file)], { type: "text/csv" }));
  const response = await fetch(url, { method: "POST", body: form });
  if (!response.ok) throw new Error(`The upload was refused: ${response.status}`);
  return file_key;
}
