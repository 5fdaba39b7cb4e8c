import type { FileFailure, UploadForm } from "@thaw/core/kernel/upload/upload.schema";
import type { Answer, Refusal } from "../../answer.ts";
import { callAt } from "../../call.ts";
import { useText } from "../../messages/text.tsx";
import type { UploadOperations } from "../../routes/app.upload/route.ts";
import { postFile } from "./post-file.ts";

export const callUpload = callAt<UploadOperations>("/app/upload");

type Steps<Taken> = {
  start: () => Promise<Answer<UploadForm>>;
  /** Takes what arrived into use. */
  take: (file_key: string) => Promise<Answer<Taken>>;
  onShare?: (share: number) => void;
};

/** From a file to something in use: the form, the transfer, and the look at what arrived. */
export async function putFile<Taken>(
  file: Blob,
  { start, take, onShare }: Steps<Taken>,
): Promise<Answer<Taken>> {
  const form = await start();
  if (!form.ok) return form;
  const failure = await postFile(form.data, file, onShare ?? (() => undefined));
  if (failure) return { ok: false, status: 0, code: failure, message: "", fields: {} };
  return take(form.data.file_key);
}

/** Why a file did not come to us, in words: those of the server, or those of a transfer that broke off. */
export function useFileText(): (refusal: Refusal, name: string) => string {
  const t = useText("uploads");
  return ({ code, message, fields }, name) => {
    const said = Object.values(fields)[0]?.[0] ?? message;
    return said ? `${name}: ${said}` : t(TEXTS[code] ?? "UPLOAD_FAILED", { name });
  };
}

const TEXTS: Record<string, FileFailure> = {
  UPLOAD_FAILED: "UPLOAD_FAILED",
  SIZE_EXCEEDED: "SIZE_EXCEEDED",
  LOADING_ERROR: "LOADING_ERROR",
};
