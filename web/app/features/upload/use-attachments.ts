import {
  type Attachment,
  isRefusedName,
  MAX_ATTACHMENTS,
  MAX_BYTES,
  MAX_TOTAL_BYTES,
  totalBytes,
} from "@thaw/core/kernel/upload/upload.schema";
import { useRef, useState } from "react";
import { useText } from "../../messages/text.tsx";
import { useLatest } from "../../state/use-latest.ts";
import { useFileSize } from "./file-size.ts";
import { callUpload, putFile, useFileText } from "./put-file.ts";

export type Change = (change: (attachments: Attachment[]) => Attachment[]) => void;
/** A file on its way; `share` from 0 to 1. */
export type Sending = { id: number; name: string; bytes: number; share: number };

/** Files that a mail carries: those that are there, those on their way, and why others are not. */
export function useAttachments(attachments: readonly Attachment[], onChange: Change) {
  const problemOf = useProblem();
  const copy = useFileText();
  const [sending, setSending] = useState<Sending[]>([]);
  const [problems, setProblems] = useState<string[]>([]);
  const lastId = useRef(0);
  const latest = useLatest(onChange);

  const send = async (file: File, id: number) => {
    const answer = await putFile(file, {
      start: () =>
        callUpload("startAttachmentUpload", {
          fileName: file.name,
          ...(file.type ? { fileType: file.type } : {}),
        }),
      take: (file_key) => callUpload("takeAttachment", { file_key, file_name: file.name }),
      onShare: (share) =>
        setSending((now) => now.map((each) => (each.id === id ? { ...each, share } : each))),
    });
    setSending((now) => now.filter((each) => each.id !== id));
    if (answer.ok) latest.current?.((now) => [...now, answer.data]);
    else setProblems((now) => [...now, copy(answer, file.name)]);
  };
  const add = (files: Iterable<File>) => {
    const together = [...attachments, ...sending].map(({ bytes }) => ({ bytes }));
    const refused: string[] = [];
    for (const file of files) {
      const problem = problemOf(file, together);
      if (problem) {
        refused.push(problem);
        continue;
      }
      together.push({ bytes: file.size });
      lastId.current += 1;
      const id = lastId.current;
      setSending((now) => [...now, { id, name: file.name, bytes: file.size, share: 0 }]);
      void send(file, id);
    }
    setProblems(refused);
  };
  const remove = (file_key: string) =>
    onChange((now) => now.filter((each) => each.file_key !== file_key));
  return { sending, problems, add, remove };
}

/** Why a file need not be sent at all. */
function useProblem() {
  const t = useText("uploads");
  const size = useFileSize();
  return (file: File, together: readonly { bytes: number }[]): string | undefined => {
    const { name } = file;
    if (isRefusedName(name)) return t("program", { name });
    if (file.size > MAX_BYTES.attachment) {
      return t("fileTooLarge", { name, limit: size(MAX_BYTES.attachment) });
    }
    if (totalBytes(together) + file.size > MAX_TOTAL_BYTES) {
      return t("totalTooLarge", { name, limit: size(MAX_TOTAL_BYTES) });
    }
    if (together.length >= MAX_ATTACHMENTS) return t("tooMany", { count: MAX_ATTACHMENTS });
    return undefined;
  };
}
