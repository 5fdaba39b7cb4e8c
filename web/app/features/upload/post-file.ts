import { type FileFailure, failureOfTransfer } from "@thaw/core/kernel/upload/upload.schema";

/**
 * Posts a file straight to the bucket with the fields of a presigned form.
 *
 * @param onShare is called with how much has left, from 0 to 1
 * @returns why the bucket did not take it; undefined when it did
 */
export function postFile(
  target: { url: string; fields: Record<string, string> },
  file: Blob,
  onShare: (share: number) => void,
): Promise<FileFailure | undefined> {
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  // S3 ignores every field after the file.
  form.append("file", file);
  // fetch cannot say how much of a body has left.
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onShare(loaded / total);
    });
    const end = () => resolve(failureOfTransfer(request.status, request.responseText));
    request.addEventListener("load", end);
    request.addEventListener("error", end);
    request.open("POST", target.url);
    request.send(form);
  });
}
