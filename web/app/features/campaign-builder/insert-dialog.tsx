import { Button, Loader, Stack, Text, UnstyledButton } from "@mantine/core";
import type { TemplateSummary } from "@thaw/core/campaigns/template-library/saved-template.schema";
import type { Attachment } from "@thaw/core/kernel/upload/upload.schema";
import { useEffect, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { run } from "./run.ts";
import type { WritingProps } from "./writing-props.ts";

const PER_PAGE = 50;

type Page = { items: TemplateSummary[]; cursor: string | null };

/** Puts a saved mail in the place of this one, or a snippet where the cursor is. */
export default function InsertDialog({
  editor,
  onSubject,
  files,
  onClose,
}: WritingProps & { onClose: () => void }) {
  const t = useText("templates");
  const { page, loadMore } = useTemplates();
  const use = async ({ id }: TemplateSummary) => {
    const answer = await run("getTemplate", { template_id: id });
    if (!answer.ok) return toast.failed(t("failed"), answer.message);
    const { kind, name, subject, body, attachments = [] } = answer.data;
    onClose();
    if (kind === "snippet") editor.current?.insertHtml(body);
    else {
      editor.current?.replace(body);
      onSubject(subject);
      files?.onChange((now) => [...now, ...attachments.filter((each) => !isAmong(each, now))]);
    }
    return toast.done(t("inserted", { name }));
  };
  return (
    <Dialog onClose={onClose} title={t("insertTitle")} size="lg">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("insertText")}
        </Text>
        {page ? null : <Loader size="sm" aria-label={t("loading")} />}
        {page?.items.length === 0 ? <Text size="sm">{t("nothingSaved")}</Text> : null}
        <ul className="wizard-plain">
          {page?.items.map((template) => (
            <li key={template.id}>
              <UnstyledButton className="wizard-choice" onClick={() => void use(template)}>
                <Text size="sm" fw={500}>
                  {template.name}{" "}
                  <Text span size="xs" c="dimmed">
                    {t(`kind.${template.kind}`)}
                  </Text>
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {template.subject || template.snippet}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {page?.cursor ? (
          <Button variant="default" size="compact-sm" onClick={loadMore}>
            {t("more")}
          </Button>
        ) : null}
      </Stack>
    </Dialog>
  );
}

const isAmong = ({ file_key }: Attachment, files: readonly Attachment[]) =>
  files.some((each) => each.file_key === file_key);

/** What is saved, a page after the other; undefined until the first is there. */
function useTemplates() {
  const t = useText("templates");
  const [page, setPage] = useState<Page>();
  const load = async (before: Page | undefined, signal?: AbortSignal) => {
    const cursor = before?.cursor ?? null;
    const answer = await run("listTemplates", { limit: PER_PAGE, cursor }, signal);
    if (signal?.aborted) return;
    if (!answer.ok) toast.failed(t("failed"), answer.message);
    else setPage({ ...answer.data, items: [...(before?.items ?? []), ...answer.data.items] });
  };
  useEffect(() => {
    const leaving = new AbortController();
    void load(undefined, leaving.signal);
    return () => leaving.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog opens
  }, []);
  return { page, loadMore: () => void load(page) };
}
