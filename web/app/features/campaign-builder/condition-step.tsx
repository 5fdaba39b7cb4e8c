import {
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import {
  CONDITION_KINDS,
  Condition,
  type ConditionKind,
} from "@thaw/core/campaigns/subsequence/condition.schema";
import { useRef, useState } from "react";
import * as v from "valibot";
import { refusedHere } from "../../answer.ts";
import { useText } from "../../messages/text.tsx";
import { useFieldText } from "../../use-validation.ts";
import type { RenderLine } from "../../validation.ts";
import { categoryName } from "../category/built-in.ts";
import { type Seen, useBuilderAutosave } from "./builder.tsx";
import {
  type ConditionDraft,
  conditionOf,
  conditionProblems,
  draftOfCondition,
} from "./condition-draft.ts";
import type { ConditionData } from "./load-step.server.ts";
import { run } from "./run.ts";

async function save(
  campaign_id: number,
  draft: ConditionDraft,
  { seen, render }: { seen: Seen<number>; render: RenderLine },
) {
  const parsed = v.safeParse(Condition, conditionOf(draft));
  if (parsed.success) {
    const answer = await run("setCondition", {
      campaign_id,
      condition: parsed.output,
      ...(seen.current === undefined ? {} : { expected_revision: seen.current }),
    });
    if (answer.ok) seen.current = answer.data.condition_revision;
    return answer;
  }
  const { message } = parsed.issues[0];
  return refusedHere(render(message));
}

/** What moves a lead from the campaign into the subsequence. */
export default function ConditionStep({ data }: { data: ConditionData }) {
  const t = useText("campaign-wizard");
  const inbox = useText("inbox");
  const render = useFieldText();
  const [draft, setDraft] = useState(() => draftOfCondition(data.condition));
  const seen = useRef<number | undefined>(data.revision);
  useBuilderAutosave({
    value: draft,
    save: (id, value) => save(id, value, { seen, render }),
    seen,
  });
  // Words of an area that has not come cannot be waited for in the midst of a click.
  const categories = data.categories.map((category) => ({
    value: String(category.id),
    label: categoryName(category, inbox),
  }));
  return (
    <section className="panel wizard-editor" aria-label={t("step.condition")}>
      <Radio.Group
        label={t("conditionTitle")}
        description={t("conditionText")}
        inputWrapperOrder={["label", "description", "input", "error"]}
        value={draft.kind}
        onChange={(kind) => setDraft({ ...draft, kind: kind as ConditionKind })}
      >
        <Stack gap="md" mt="md">
          {CONDITION_KINDS.map((kind) => (
            <Stack key={kind} gap="xs">
              <Radio value={kind} label={t(`condition.${kind}`)} />
              {kind === draft.kind ? (
                <Details draft={draft} categories={categories} onChange={setDraft} />
              ) : null}
            </Stack>
          ))}
        </Stack>
      </Radio.Group>
    </section>
  );
}

type DetailsProps = {
  draft: ConditionDraft;
  categories: { value: string; label: string }[];
  onChange: (draft: ConditionDraft) => void;
};

function Details({ draft, categories, onChange }: DetailsProps) {
  const t = useText("campaign-wizard");
  const set = (change: Partial<ConditionDraft>) => onChange({ ...draft, ...change });
  const problems = conditionProblems(draft, useFieldText());
  switch (draft.kind) {
    case "category":
      return (
        <MultiSelect
          ml="xl"
          maw={480}
          label={t("categories")}
          data={categories}
          value={draft.categoryIds.map(String)}
          error={problems.category_ids}
          onChange={(ids) => set({ categoryIds: ids.map(Number) })}
        />
      );
    case "open":
      return (
        <Stack ml="xl" gap="xs">
          <Days
            label={t("openCount")}
            value={draft.count}
            problem={problems.count}
            onChange={(count) => set({ count })}
          />
          <Days
            label={t("openWait")}
            value={draft.waitDays}
            problem={problems.wait_days}
            onChange={(waitDays) => set({ waitDays })}
          />
        </Stack>
      );
    case "click":
      return (
        <TextInput
          ml="xl"
          maw={480}
          label={t("urlContains")}
          placeholder="/pricing"
          maxLength={200}
          value={draft.urlContains}
          error={problems.url_contains}
          onChange={(event) => set({ urlContains: event.currentTarget.value })}
        />
      );
    case "reply_text":
      return (
        <TagsInput
          ml="xl"
          maw={480}
          label={t("phrases")}
          description={t("phrasesHint")}
          maxTags={10}
          value={draft.phrases}
          error={problems.phrases}
          onChange={(phrases) => set({ phrases })}
        />
      );
    case "re_engagement":
      return (
        <Stack ml="xl">
          <Days
            label={t("reEngagementDays")}
            value={draft.days}
            problem={problems.days}
            onChange={(days) => set({ days })}
          />
        </Stack>
      );
    case "linkedin_connection":
      return (
        <Stack ml="xl" gap="xs">
          <Select
            maw={280}
            label={t("connectionWhen")}
            allowDeselect={false}
            value={draft.connection}
            data={[
              { value: "accepted", label: t("connectionAccepted") },
              { value: "pending", label: t("connectionPending") },
            ]}
            onChange={(when) => set({ connection: when === "pending" ? "pending" : "accepted" })}
          />
          {draft.connection === "pending" ? (
            <Days
              label={t("pendingDays")}
              value={draft.pendingDays}
              problem={problems.pending_days}
              onChange={(pendingDays) => set({ pendingDays })}
            />
          ) : null}
        </Stack>
      );
    case "push_on_bounce":
      return (
        <Text ml="xl" size="sm" c="dimmed">
          {t("pushOnBounce")}
        </Text>
      );
    case "":
    case "reply":
      return null;
  }
}

type DaysProps = {
  label: string;
  value: number | "";
  problem: string | undefined;
  onChange: (value: number | "") => void;
};

function Days({ label, value, problem, onChange }: DaysProps) {
  return (
    <NumberInput
      maw={280}
      label={label}
      min={0}
      max={365}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      value={value}
      error={problem}
      onChange={(next) => onChange(next === "" ? "" : Number(next))}
    />
  );
}
