import type { Actor } from "../../packages/core/src/actor.ts";
import { takeAttachment } from "../../packages/core/src/kernel/upload/attachment.ts";
import type {
  Attachment,
  UploadForm,
} from "../../packages/core/src/kernel/upload/upload.schema.ts";
import { startAttachmentUpload } from "../../packages/core/src/kernel/upload/upload.ts";
import { startLeadUpload } from "../../packages/core/src/leads/lead-import/lead-import.ts";

/** Posts a file as a browser does. `changed`: fields that are not what was signed. */
export function postFile(
  { url, fields }: Pick<UploadForm, "url" | "fields">,
  file: string | Buffer,
  changed: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changed })) form.append(name, value);
  form.append("file", new Blob([Buffer.from(file)]));
  return fetch(url, { method: "POST", body: form });
}

/** Puts a file where the browser would and gives its key. */
export async function uploadTo(form: UploadForm, file: string | Buffer): Promise<string> {
  const response = await postFile(form, file);
  if (!response.ok) throw new Error(`The upload was refused: ${response.status}`);
  return form.file_key;
}

export async function uploadCsv(actor: Actor, file: string | Buffer): Promise<string> {
  return uploadTo(await startLeadUpload(actor, {}), file);
}

/** A file that mails of the account can carry. */
export async function makeAttachment(
  actor: Actor,
  file_name: string,
  content: string | Buffer,
): Promise<Attachment> {
  const form = await startAttachmentUpload(actor, {
    fileName: file_name,
    fileType: "application/pdf",
  });
  return takeAttachment(actor, { file_key: await uploadTo(form, content), file_name });
}
