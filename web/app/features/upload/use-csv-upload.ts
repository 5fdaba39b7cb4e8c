import { useFetcher } from "@remix-run/react";
import type { startLeadUpload } from "@thaw/core/leads/lead-import/lead-import";
import { useRef, useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { toast } from "../../components/toasts.ts";
import type { Submitted } from "../../submit.server.ts";
import { postFile } from "./post-file.ts";

type Asked = Submitted<{ upload: typeof startLeadUpload }>;
type Target = Awaited<ReturnType<typeof startLeadUpload>>;

const MAX_BYTES = 15 * 1_048_576;

/**
 * Puts a chosen CSV file where the server finds it; the screen's action answers `upload`. `onStored` gets the file's key.
 * What goes wrong is a toast.
 */
export function useCsvUpload(
  copy: Record<"title" | "notUploaded" | "largeFile", string>,
  onStored: (fileKey: string) => void,
) {
  const ask = useFetcher<Asked>();
  const chosen = useRef<File | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  const send = async (target: Target, file: File) => {
    setIsUploading(true);
    const failure = await postFile(target, file, () => undefined);
    setIsUploading(false);
    if (failure) toast.failed(copy.title, copy.notUploaded);
    else onStored(target.file_key);
  };
  useActionResult(ask.data, "upload", (target) => {
    if (chosen.current) void send(target, chosen.current);
  });
  const take = (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return toast.failed(copy.title, copy.largeFile);
    chosen.current = file;
    ask.submit({ intent: "upload" }, { method: "post" });
  };
  return { take, isUploading: isUploading || ask.state !== "idle" };
}
