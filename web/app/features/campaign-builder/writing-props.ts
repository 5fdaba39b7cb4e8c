import type { Variant } from "@thaw/core/campaigns/sequence/sequence.schema";
import type { Attachment } from "@thaw/core/kernel/upload/upload.schema";
import type { RefObject } from "react";
import type { Change } from "../upload/use-attachments.ts";
import type { BodyHandle } from "./body-editor.tsx";

export type WritingProps = {
  variant: Pick<Variant, "subject" | "body">;
  /** Names of custom fields that leads have. */
  customFields: readonly string[];
  editor: RefObject<BodyHandle | null>;
  onSubject: (subject: string) => void;
  files?: MailFiles;
};

export type MailFiles = { attachments: readonly Attachment[]; onChange: Change };
