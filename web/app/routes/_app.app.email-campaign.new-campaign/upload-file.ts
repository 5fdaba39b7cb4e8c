/**
 * Posts a file straight to the bucket with the fields of a presigned form.
 *
 * @param onShare is called with how much has left, from 0 to 1
 * @returns false when the bucket refused it or could not be reached
 */
export function uploadFile(
  target: { url: string; fields: Record<string, string> },
  file: File,
  onShare: (share: number) => void,
): Promise<boolean> {
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
    request.addEventListener("load", () => resolve(request.status >= 200 && request.status < 300));
    request.addEventListener("error", () => resolve(false));
    request.open("POST", target.url);
    request.send(form);
  });
}
