import { isLinkedIn } from "@thaw/core/campaign/step-type.schema";
import { useState } from "react";
import { toast } from "../../components/toasts.ts";
import { useText } from "../../messages/text.tsx";
import { refusedHere } from "../../read-answer.ts";
import { AttachmentsField } from "../../upload/attachments-field.tsx";
import { useBuilderAutosave } from "./builder.tsx";
import { LinkedInEditor } from "./linkedin-editor.tsx";
import type { SequenceData } from "./load-step.server.ts";
import { MailEditor, type MailFiles } from "./mail-editor.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { run } from "./run.ts";
import {
  changeAttachments,
  changeVariant,
  type DraftStep,
  draftProblems,
  duplicate,
  insertAfter,
  move,
  remove,
  toDraft,
  toSteps,
} from "./sequence-draft.ts";
import { StepList } from "./step-list.tsx";
import { StepTypeField } from "./step-type-field.tsx";
import { VariantBar } from "./variant-bar.tsx";

type Kind = { isSubsequence: boolean };

async function save(campaign_id: number, draft: readonly DraftStep[], kind: Kind) {
  const [problem] = draftProblems(draft, kind).values();
  if (problem) return refusedHere(problem);
  return run("saveSequence", { campaign_id, steps: toSteps(draft) });
}

export function SequenceStep({ data }: { data: SequenceData }) {
  const t = useText("campaign-wizard");
  const [draft, setDraft] = useState(() => toDraft(data.steps));
  const [selected, setSelected] = useState(0);
  const [letter, setLetter] = useState("A");
  useBuilderAutosave({ value: draft, save: (id, value) => save(id, value, data) });

  const index = Math.min(selected, draft.length - 1);
  const step = draft[index];
  const variant = step?.variants.find((each) => each.letter === letter) ?? step?.variants[0];
  const show = (next: DraftStep[], at: number) => {
    setDraft(next);
    setSelected(at);
  };
  const changes = {
    select: setSelected,
    wait: (at: number, delayInDays: number | "") =>
      setDraft(draft.map((each, one) => (one === at ? { ...each, delayInDays } : each))),
    insertAfter: (at: number) => show(insertAfter(draft, at), at + 1),
    duplicate: (at: number) => show(duplicate(draft, at), at + 1),
    move: (from: number, to: number) => show(move(draft, from, to), to),
    remove: (at: number) => {
      show(remove(draft, at), Math.max(0, at - 1));
      toast.undoable(t("deleted", { number: at + 1 }), () => show(draft, at));
    },
  };
  if (!step || !variant) return null;
  const files: MailFiles = {
    attachments: step.attachments,
    onChange: (change) => setDraft((now) => changeAttachments(now, step.key, change)),
  };
  const firstMail = draft.findIndex(({ type }) => !isLinkedIn(type));
  const write = (change: { subject?: string; body?: string }) =>
    setDraft((now) => changeVariant(now, { index, letter: variant.letter }, change));
  return (
    <div className="wizard-sequence">
      <StepList
        draft={draft}
        problems={draftProblems(draft, data)}
        selected={index}
        firstWaits={data.isSubsequence}
        changes={changes}
      />
      <section className="panel wizard-editor" aria-label={t("email", { number: index + 1 })}>
        <StepTypeField
          step={step}
          hasLinkedIn={data.hasLinkedIn}
          onChange={(changed) => setDraft(draft.with(index, changed))}
        />
        <VariantBar
          step={step}
          letter={variant.letter}
          onLetter={setLetter}
          onChange={(changed) => setDraft(draft.with(index, changed))}
          onRemoved={(gone, before) =>
            toast.undoable(t("variantRemoved", { letter: gone }), () =>
              setDraft((present) => present.with(index, before)),
            )
          }
        />
        {isLinkedIn(step.type) ? (
          <LinkedInEditor
            type={step.type}
            variant={variant}
            customFields={data.customFields}
            onChange={write}
          />
        ) : (
          <>
            <MailEditor
              key={`${step.key} ${variant.letter} ${step.variants.length}`}
              variant={variant}
              isFirst={index === firstMail && !data.isSubsequence}
              customFields={data.customFields}
              onChange={write}
              files={files}
            />
            <AttachmentsField key={step.key} {...files} />
          </>
        )}
      </section>
      <MailPreview
        step={index + 1}
        type={step.type}
        variant={variant}
        attachments={step.attachments}
        leads={data.leads}
      />
    </div>
  );
}
