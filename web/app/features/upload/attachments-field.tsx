import { ActionIcon, Group, Progress, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconFile, IconPaperclip, IconX } from "@tabler/icons-react";
import {
  type Attachment,
  MAX_BYTES,
  MAX_TOTAL_BYTES,
  totalBytes,
} from "@thaw/core/kernel/upload/upload.schema";
import { useId } from "react";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { FileDrop } from "./file-drop.tsx";
import { useFileSize } from "./file-size.ts";
import { callUpload, useFileText } from "./put-file.ts";
import "./upload.css";
import { type Change, type Sending, useAttachments } from "./use-attachments.ts";

type Props = { attachments: readonly Attachment[]; onChange: Change; readOnly?: boolean };

/** The files of a mail: drop or choose them, watch them leave, download or remove them. */
export function AttachmentsField({ attachments, onChange, readOnly = false }: Props) {
  const t = useText("uploads");
  const size = useFileSize();
  const titleId = useId();
  const { sending, problems, add, remove } = useAttachments(attachments, onChange);
  const isEmpty = attachments.length + sending.length === 0;
  if (readOnly && isEmpty) return null;
  const take = (removed: Attachment) => {
    remove(removed.file_key);
    toast.undoable(t("removed", { name: removed.name }), () =>
      onChange((now) => [...now, removed]),
    );
  };
  const limits = { each: size(MAX_BYTES.attachment), total: size(MAX_TOTAL_BYTES) };
  const used = { used: size(totalBytes(attachments)), total: limits.total };
  return (
    <Stack gap={8} component="section" className="upload-field" aria-labelledby={titleId}>
      <Group justify="space-between" gap="xs">
        <Text id={titleId} fw={500}>
          {t("attachments")}
        </Text>
        <Text size="xs" c="dimmed">
          {isEmpty ? t("attachmentsHint", limits) : t("used", used)}
        </Text>
      </Group>
      {isEmpty ? null : (
        <ul className="upload-list">
          {attachments.map((attachment) => (
            <li key={attachment.file_key}>
              <FileRow
                attachment={attachment}
                onRemove={readOnly ? undefined : () => take(attachment)}
              />
            </li>
          ))}
          {sending.map((each) => (
            <li key={each.id}>
              <SendingRow {...each} />
            </li>
          ))}
        </ul>
      )}
      {readOnly ? null : (
        <FileDrop
          multiple
          icon={<IconPaperclip size={16} aria-hidden />}
          label={t("choose")}
          hint={t("dropHere")}
          problems={problems}
          onFiles={add}
        />
      )}
    </Stack>
  );
}

type RowProps = { attachment: Attachment; onRemove: (() => void) | undefined };

function FileRow({ attachment: { file_key, name, bytes }, onRemove }: RowProps) {
  const t = useText("uploads");
  const size = useFileSize();
  const copy = useFileText();
  const download = async () => {
    const token = file_key.slice(file_key.lastIndexOf("/") + 1);
    const answer = await callUpload("linkAttachment", { token });
    if (answer.ok) window.location.assign(answer.data.url);
    else toast.failed(t("attachments"), copy(answer, name));
  };
  return (
    <div className="upload-row">
      <IconFile size={16} stroke={1.5} aria-hidden />
      <UnstyledButton
        className="upload-name"
        aria-label={t("download", { name })}
        onClick={() => void download()}
      >
        {name}
      </UnstyledButton>
      <Text size="xs" c="dimmed">
        {size(bytes)}
      </Text>
      {onRemove ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("remove", { name })}
          onClick={onRemove}
        >
          <IconX size={16} />
        </ActionIcon>
      ) : null}
    </div>
  );
}

function SendingRow({ name, bytes, share }: Sending) {
  const t = useText("uploads");
  const size = useFileSize();
  return (
    <div className="upload-row">
      <IconFile size={16} stroke={1.5} aria-hidden />
      <span className="upload-name">{name}</span>
      <Progress value={share * 100} size="sm" w={96} aria-label={t("uploadingFile", { name })} />
      <Text size="xs" c="dimmed">
        {size(bytes)}
      </Text>
    </div>
  );
}
