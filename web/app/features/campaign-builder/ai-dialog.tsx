import {
  Alert,
  Anchor,
  Button,
  Group,
  MultiSelect,
  Select,
  Stack,
  Text,
  Textarea,
} from "@mantine/core";
import { Link } from "@remix-run/react";
import {
  type AiSettings,
  CREATIVITIES,
  type Creativity,
  TONES,
  WRITING_TASKS,
} from "@thaw/core/accounts/ai/ai.schema";
import { LEAD_FIELDS } from "@thaw/core/leads/lead/lead.schema";
import { useEffect, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { DialogButtons } from "../../components/dialog-buttons.tsx";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { htmlOfText, linesOfHtml } from "./mail-html.ts";
import { run } from "./run.ts";
import type { WritingProps } from "./writing-props.ts";

type Props = WritingProps & { onClose: () => void };
type Choices = {
  task: (typeof WRITING_TASKS)[number];
  tone: (typeof TONES)[number];
  creativity: Creativity;
  model?: string;
};

/** Has a language model write; nothing changes until someone takes what it wrote. */
export default function AiDialog({ variant, customFields, editor, onSubject, onClose }: Props) {
  const t = useText("templates");
  // The words of the editor, which has opened this.
  const ofLeads = useText("campaign-wizard");
  const settings = useAiSettings();
  const draft = linesOfHtml(variant.body);
  const [choices, setChoices] = useState<Choices>({
    task: draft ? "improve" : "write",
    tone: "neutral",
    creativity: 1,
  });
  const [wish, setWish] = useState("");
  const [fields, setFields] = useState<string[]>(["first_name", "company_name"]);
  const { text, ask, isAsking } = useWriting();
  const use = () => {
    onClose();
    if (choices.task === "subject") onSubject(text.replace(/\s+/g, " "));
    else editor.current?.replace(htmlOfText(text));
  };
  return (
    <Dialog onClose={onClose} title={t("aiTitle")} size="lg">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("aiText")}
        </Text>
        {settings?.is_available === false ? (
          <Alert color="ice" variant="light">
            {t.rich("aiHelp", {
              link: (copy) => (
                <Anchor component={Link} to="/app/settings/lead-categories" inherit>
                  {copy}
                </Anchor>
              ),
            })}
          </Alert>
        ) : null}
        <ChoiceFields choices={choices} settings={settings} onChange={setChoices} />
        <Textarea
          label={t("wish")}
          placeholder={t("wishHint")}
          value={wish}
          maxLength={1_000}
          data-autofocus
          autosize
          minRows={2}
          onChange={(event) => setWish(event.currentTarget.value)}
        />
        <MultiSelect
          label={t("fields")}
          data={[
            ...LEAD_FIELDS.map((value) => ({ value, label: ofLeads(`field.${value}`) })),
            ...customFields,
          ]}
          value={fields}
          onChange={setFields}
          searchable
        />
        {text ? (
          <div>
            <Text fw={500}>{t("suggestion")}</Text>
            <Text component="output" display="block" style={{ whiteSpace: "pre-wrap" }}>
              {text}
            </Text>
          </div>
        ) : null}
        <DialogButtons onCancel={onClose}>
          <Button
            variant={text ? "default" : "filled"}
            loading={isAsking}
            disabled={!settings?.is_available || !(draft || wish.trim())}
            onClick={() => ask({ ...choices, draft, wish, lead_fields: fields })}
          >
            {t("ask")}
          </Button>
          {text ? <Button onClick={use}>{t("use")}</Button> : null}
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

type ChoiceProps = {
  choices: Choices;
  settings: AiSettings | undefined;
  onChange: (choices: Choices) => void;
};

function ChoiceFields({ choices, settings, onChange }: ChoiceProps) {
  const t = useText("templates");
  const { task, tone, creativity, model } = choices;
  return (
    <>
      <Group grow>
        <Select
          label={t("task")}
          data={WRITING_TASKS.map((value) => ({ value, label: t(`task.${value}`) }))}
          value={task}
          onChange={(value) => onChange({ ...choices, task: value as Choices["task"] })}
          allowDeselect={false}
        />
        <Select
          label={t("tone")}
          data={TONES.map((value) => ({ value, label: t(`tone.${value}`) }))}
          value={tone}
          onChange={(value) => onChange({ ...choices, tone: value as Choices["tone"] })}
          allowDeselect={false}
        />
      </Group>
      <Group grow>
        <Select
          label={t("creativity")}
          data={CREATIVITIES.map((value) => ({
            value: String(value),
            label: t(`creativity.${value}`),
          }))}
          value={String(creativity)}
          onChange={(value) => onChange({ ...choices, creativity: Number(value) as Creativity })}
          allowDeselect={false}
        />
        <Select
          label={t("model")}
          data={settings?.models ?? []}
          value={model ?? settings?.model ?? null}
          onChange={(value) => value && onChange({ ...choices, model: value })}
          allowDeselect={false}
        />
      </Group>
    </>
  );
}

/** What the account may choose from; undefined until it is known. */
function useAiSettings(): AiSettings | undefined {
  const t = useText("templates");
  const [settings, setSettings] = useState<AiSettings>();
  useEffect(() => {
    const leaving = new AbortController();
    const load = async () => {
      const answer = await run("getAiSettings", {}, leaving.signal);
      if (leaving.signal.aborted) return;
      if (answer.ok) setSettings(answer.data);
      else toast.failed(t("failed"), answer.message);
    };
    void load();
    return () => leaving.abort();
  }, [t]);
  return settings;
}

type Request = Parameters<typeof run<"writeWithAi">>[1];

/** The last answer, and asking for another; a failure leaves the last one. */
function useWriting() {
  const t = useText("templates");
  const [text, setText] = useState("");
  const [isAsking, setAsking] = useState(false);
  const write = async (request: Request) => {
    setAsking(true);
    const answer = await run("writeWithAi", request);
    setAsking(false);
    if (answer.ok) setText(answer.data.text);
    else toast.failed(t("failed"), answer.message);
  };
  return { text, isAsking, ask: (request: Request) => void write(request) };
}
