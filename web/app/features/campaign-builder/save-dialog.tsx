import { Button, Stack, TextInput } from "@mantine/core";
import type { Variant } from "@thaw/core/campaigns/sequence/sequence.schema";
import type { TemplateKind } from "@thaw/core/campaigns/template-library/saved-template.schema";
import type { Attachment } from "@thaw/core/kernel/upload/upload.schema";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { run } from "./run.ts";

type Props = {
  kind: TemplateKind;
  variant: Pick<Variant, "subject" | "body">;
  attachments: readonly Attachment[];
  onClose: () => void;
};

/** Keeps the mail under a name. */
export default function SaveDialog({ kind, variant, attachments, onClose }: Props) {
  const t = useText("templates");
  const [name, setName] = useState(variant.subject.slice(0, 100));
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    const { subject, body } = variant;
    const answer = await run("createTemplate", {
      kind,
      name,
      subject,
      body,
      attachments: [...attachments],
    });
    setSaving(false);
    if (!answer.ok) return setError(answer.fields.name?.[0] ?? (answer.message || t("failed")));
    toast.done(t("saved", { name: answer.data.name }));
    return onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog onClose={onClose} title={t("saveTitle")}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t("name")}
            placeholder={t("nameHint")}
            value={name}
            maxLength={100}
            error={error}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={isSaving}>
              {t("save")}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
