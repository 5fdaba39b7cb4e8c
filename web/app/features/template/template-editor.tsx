import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useFetcher, useNavigate, useRevalidator } from "@remix-run/react";
import type { SavedTemplate } from "@thaw/core/campaigns/template-library/saved-template.schema";
import type { Attachment } from "@thaw/core/kernel/upload/upload.schema";
import { useRef, useState } from "react";
import { useActionResult } from "../../components/action-result.ts";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { Page } from "../../components/page.tsx";
import { toast } from "../../components/toasts.ts";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { useText } from "../../messages/text.tsx";
import { MailEditor } from "../campaign-builder/mail-editor.tsx";
import { run } from "../campaign-builder/run.ts";
import type { MailFiles } from "../campaign-builder/writing-props.ts";
import { AttachmentsField } from "../upload/attachments-field.tsx";
import "../campaign-builder/wizard.css";
import type { action } from "../../routes/_app.app.templates.$id/route.tsx";

type Props = { template: SavedTemplate; canWrite: boolean };

/** One saved mail or snippet; id 0 is one that is not saved yet. */
export function TemplateEditor({ template, canWrite }: Props) {
  const t = useText("templates");
  const { id, kind } = template;
  const [draft, setDraft] = useState({
    name: template.name,
    subject: template.subject,
    body: template.body,
    attachments: template.attachments ?? [],
  });
  const files: MailFiles = {
    attachments: draft.attachments,
    onChange: (change) => setDraft((now) => ({ ...now, attachments: change(now.attachments) })),
  };
  const { save, isSaving, nameError, isDirty } = useSaving(template, draft);
  const [isAsking, setAsking] = useState(false);
  const actions = canWrite ? (
    <Group gap="xs">
      {id > 0 ? (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t("delete")}
        </Button>
      ) : null}
      <Button onClick={save} loading={isSaving}>
        {t("save")}
      </Button>
    </Group>
  ) : null;
  return (
    <Page
      title={template.name || t(kind === "snippet" ? "newSnippet" : "newTemplate")}
      breadcrumb={[{ label: t("title"), to: "/app/templates" }]}
      action={actions}
    >
      <UnsavedGuard isDirty={isDirty} />
      <Stack className="panel wizard-editor" component="section" aria-label={t(`kind.${kind}`)}>
        <TextInput
          label={t("name")}
          placeholder={t("nameHint")}
          value={draft.name}
          maxLength={100}
          error={nameError}
          readOnly={!canWrite}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <MailEditor
          variant={{ letter: "A", share: 100, subject: draft.subject, body: draft.body }}
          isFirst
          hasSubject={kind === "template"}
          customFields={[]}
          onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
          {...(kind === "template" ? { files } : {})}
        />
        {kind === "template" ? <AttachmentsField {...files} readOnly={!canWrite} /> : null}
      </Stack>
      {isAsking ? <DeleteDialog template={template} onClose={() => setAsking(false)} /> : null}
    </Page>
  );
}

type Draft = { name: string; subject: string; body: string; attachments: Attachment[] };

const keysOf = ({ attachments }: Draft) => attachments.map(({ file_key }) => file_key).join();

/** A new one goes on under its own address; a change names the revision that it was made from. */
function useSaving({ id, kind, ...template }: SavedTemplate, draft: Draft) {
  const t = useText("templates");
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const kept = useRef(draft);
  const revision = useRef(template.revision);
  const [isSaving, setSaving] = useState(false);
  const [nameError, setNameError] = useState<string>();
  const save = async () => {
    setSaving(true);
    const answer = await (id === 0
      ? run("createTemplate", { kind, ...draft })
      : run("updateTemplate", { template_id: id, revision: revision.current, ...draft }));
    setSaving(false);
    setNameError(answer.ok ? undefined : answer.fields.name?.[0]);
    if (!answer.ok) {
      if (!answer.fields.name) toast.failed(t("failed"), answer.message);
      return;
    }
    kept.current = draft;
    revision.current = answer.data.revision;
    toast.done(t("saved", { name: answer.data.name }));
    if (id === 0) navigate(`/app/templates/${answer.data.id}`, { replace: true });
    else revalidate();
  };
  const isDirty = () =>
    draft.name !== kept.current.name ||
    draft.subject !== kept.current.subject ||
    draft.body !== kept.current.body ||
    keysOf(draft) !== keysOf(kept.current);
  return { save: () => void save(), isDirty, isSaving, nameError };
}

function DeleteDialog({ template, onClose }: { template: SavedTemplate; onClose: () => void }) {
  const t = useText("templates");
  const navigate = useNavigate();
  const fetcher = useFetcher<typeof action>();
  const { id, name } = template;
  useActionResult(fetcher.data, "delete", () => {
    toast.done(t("deleted", { name }));
    navigate("/app/templates");
  });
  return (
    <Dialog onClose={onClose} title={t("deleteTitle", { name })}>
      <Stack>
        <Text size="sm">{t("deleteText")}</Text>
        <DialogButtons onCancel={onClose} focusCancel>
          <Button
            color="red"
            loading={fetcher.state !== "idle"}
            onClick={() =>
              fetcher.submit({ intent: "delete", template_id: id }, { method: "post" })
            }
          >
            {t("delete")}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
